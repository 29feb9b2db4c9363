internal import FanfareCore

/// The rules by which APNs takes or refuses a request, as Apple documents them in "Sending notification requests to APNs"
/// and "Handling notification responses from APNs".
///
/// Where Apple leaves open which of two reasons is given, the one is chosen that says more.
struct APNsValidation: Sendable {
    /// The bundle identifiers it pushes to; nil for any.
    var topics: Set<String>?
    /// Whether a provider token's signature is good; nil if nobody knows.
    var verify: (@Sendable (_ token: String) -> Bool)?

    /// The first fault of a request; nil if there is none.
    ///
    /// - Parameters:
    ///   - now: The time of day.
    ///   - history: What is known of the connection, which the request may add to.
    func fault(in request: APNsRequest, at now: Timestamp, after history: inout APNsHistory) -> APNsFault? {
        faultOfRequest(request)
            ?? faultOfCredential(request, at: now, after: &history)
            ?? faultOfFields(request)
            ?? faultOfPayload(request)
            ?? faultOfPushType(request)
    }

    private func faultOfRequest(_ request: APNsRequest) -> APNsFault? {
        guard request.method == "POST" else { return APNsFault(.methodNotAllowed, "the method is \(request.method)") }
        var names: Set<String> = []
        for field in request.fields where !names.insert(field.name).inserted {
            return APNsFault(.duplicateHeaders, "there are two fields \(field.name)")
        }
        guard let token = request.deviceToken else {
            return ["/3/device", "/3/device/"].contains(request.path)
                ? APNsFault(.missingDeviceToken, "the path ends where the device token should begin")
                : APNsFault(.badPath, "the path does not begin with /3/device/")
        }
        guard !token.utf8.contains(UInt8(ascii: "/")) else {
            return APNsFault(.badPath, "the path has more than four parts")
        }
        // Apple: of no fixed size.
        guard token.utf8.allSatisfy(\.isHexadecimal), token.utf8.count.isMultiple(of: 2) else {
            return APNsFault(.badDeviceToken, "the device token is no even number of hexadecimal digits")
        }
        return nil
    }
}

// MARK: The provider token

extension APNsValidation {
    private static let hour = Duration.seconds(3600)
    private static let shortestUse = Duration.seconds(20 * 60)

    private func faultOfCredential(
        _ request: APNsRequest,
        at now: Timestamp,
        after history: inout APNsHistory
    ) -> APNsFault? {
        guard let authorization = request["authorization"] else {
            return APNsFault(.missingProviderToken, "there is no field authorization")
        }
        guard let text = APNsProviderToken.text(inAuthorization: authorization) else {
            return APNsFault(.missingProviderToken, "the field authorization does not begin with 'bearer '")
        }
        guard let token = request.providerToken else {
            return APNsFault(.invalidProviderToken, APNsProviderToken.complaint(about: text))
        }
        let age = token.issued.duration(to: now)
        guard age <= Self.hour else {
            return APNsFault(.expiredProviderToken, "the token is \(age.components.seconds) s old")
        }
        guard age >= .zero - Self.hour else {
            return APNsFault(.invalidProviderToken, "the token was made \(-age.components.seconds) s in the future")
        }
        return token == history.token ? nil : faultOfChange(to: token, at: now, after: &history)
    }

    private func faultOfChange(
        to token: APNsProviderToken,
        at now: Timestamp,
        after history: inout APNsHistory
    ) -> APNsFault? {
        if let verify, !verify(token.text) {
            return APNsFault(.invalidProviderToken, "the token's signature is not that of its key")
        }
        if let known = history.token {
            guard token.teamID == known.teamID else {
                return APNsFault(.invalidProviderToken, "the connection belongs to another team")
            }
            guard token.keyID == known.keyID else {
                return APNsFault(.unrelatedKeyIDInToken, "the connection belongs to another key")
            }
            if let since = history.since, since.duration(to: now) < Self.shortestUse {
                return APNsFault(.tooManyProviderTokenUpdates, "the last token was in use for less than 20 minutes")
            }
        }
        history = APNsHistory(token: token, since: now)
        return nil
    }
}
