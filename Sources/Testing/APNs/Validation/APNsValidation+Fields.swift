internal import FanfareCore

// The header fields that are the notification's own.
extension APNsValidation {
    func faultOfFields(_ request: APNsRequest) -> APNsFault? {
        faultOfTopic(request) ?? faultOfIdentifiers(request) ?? faultOfTime(request)
    }

    private func faultOfTopic(_ request: APNsRequest) -> APNsFault? {
        guard let topic = request.topic, !topic.isEmpty else {
            return APNsFault(.missingTopic, "there is no field apns-topic")
        }
        guard topic.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }) else {
            return APNsFault(.badTopic, "the topic has characters that no bundle identifier has")
        }
        guard let type = request.pushType.map(APNsPushTypeRules.init), type.name != "mdm" else { return nil }
        guard let bundle = type.bundle(of: topic) else {
            return APNsFault(.badTopic, "the topic does not have the ending of the push type '\(type.name)'")
        }
        guard topics?.contains(bundle) != false else {
            return APNsFault(.topicDisallowed, "the bundle identifier \(bundle) is not among those pushed to here")
        }
        return nil
    }

    private func faultOfIdentifiers(_ request: APNsRequest) -> APNsFault? {
        if let id = request.apnsID, !Self.isCanonicalUUID(id) {
            return APNsFault(.badMessageID, "the apns-id is no UUID in lower case (8-4-4-4-12)")
        }
        if let id = request.collapseID, id.utf8.count > 64 {
            return APNsFault(.badCollapseID, "the apns-collapse-id has \(id.utf8.count) bytes, and 64 are allowed")
        }
        return nil
    }

    private func faultOfTime(_ request: APNsRequest) -> APNsFault? {
        if let text = request["apns-expiration"] {
            // Later than the year 9999 is no date but milliseconds where seconds are due.
            guard let seconds = Int64(text), String(seconds) == text, (0...253_402_300_799).contains(seconds) else {
                return APNsFault(.badExpirationDate, "the apns-expiration is no number of seconds since 1970")
            }
        }
        if let priority = request["apns-priority"], !["1", "5", "10"].contains(priority) {
            return APNsFault(.badPriority, "the apns-priority is neither 1 nor 5 nor 10")
        }
        return nil
    }

    static func isCanonicalUUID(_ text: String) -> Bool {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return false }
        return groups.joined().allSatisfy { $0.isHexadecimal && !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
    }
}
