internal import FanfareCore

// The payload, and whether the push type fits it.
extension APNsValidation {
    func faultOfPayload(_ request: APNsRequest) -> APNsFault? {
        guard request.bodyLength > 0 else { return APNsFault(.payloadEmpty, "there is no payload") }
        let limit = request.pushType == "voip" ? 5120 : 4096
        guard request.bodyLength <= limit else {
            return APNsFault(.payloadTooLarge, "the payload has \(request.bodyLength) bytes, and \(limit) are allowed")
        }
        // Apple names no reason for these; to APNs, what it cannot read is not there.
        guard request["content-encoding"] == nil else {
            return APNsFault(.payloadEmpty, "the payload is compressed (content-encoding)")
        }
        guard request.json?.object != nil else { return APNsFault(.payloadEmpty, "the payload is no JSON object") }
        return nil
    }

    func faultOfPushType(_ request: APNsRequest) -> APNsFault? {
        guard let name = request.pushType else {
            return APNsFault(.invalidPushType, "there is no field apns-push-type")
        }
        let isWord = name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        guard isWord, !name.isEmpty else {
            return APNsFault(.invalidPushType, "the push type is no word in lower case")
        }
        let rules = APNsPushTypeRules(name)
        if let complaint = rules.complaint(about: request.json ?? .null) {
            return APNsFault(.invalidPushType, complaint)
        }
        // Without a priority it is 10.
        guard name != "background" || request.priority == 5 else {
            return APNsFault(.badPriority, "the priority of a background push must be 5")
        }
        return nil
    }
}
