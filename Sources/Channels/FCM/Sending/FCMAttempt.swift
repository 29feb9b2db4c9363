internal import FanfareCore
internal import FanfareHTTP2

/// One delivery's request.
struct FCMAttempt: Sendable {
    let body: [UInt8]
    let clock: any WallClock

    /// What came of it.
    enum Result: Hashable, Sendable {
        /// FCM accepted it, under this name.
        case accepted(String?)
        /// FCM refused it.
        case refused(FCMRefusal)
        /// Neither: no answer, or no request.
        case outcome(DeliveryOutcome)
    }

    /// Puts the message to FCM: once, and once more with another token if the first one is refused.
    ///
    /// - Throws: `NotSent`, or `CancellationError`; FCM has not acted on it then.
    func send(through gateway: Gateway) async throws -> Result {
        do {
            let token = try await gateway.tokens.current()
            let first = try await send(through: gateway, with: token)
            guard
                case .refused(let refusal) = first, refusal.reaction == .renewToken,
                let replacement = try await gateway.tokens.replacement(for: token)
            else { return first }
            return try await send(through: gateway, with: replacement)
        } catch let failure as AccessTokenFailure {
            switch failure.kind {
            case .unavailable: throw NotSent(failure.reason, after: failure.after)
            case .misconfigured: return .outcome(.misconfigured(failure.reason))
            }
        } catch let failure as HTTP2Failure {
            switch failure.kind {
            case .notSent: throw NotSent(failure.reason)
            case .uncertain: return .outcome(.uncertain(failure.reason))
            case .misconfigured: return .outcome(.misconfigured(failure.reason))
            }
        }
    }

    private func send(through gateway: Gateway, with token: AccessToken) async throws -> Result {
        var fields = HTTP2Fields()
        fields.reserve(fields: 3, bytes: token.authorization.utf8.count + 100)
        try fields.append("content-type", "application/json")
        // Google's own libraries ask for this form of errors.
        try fields.append("x-goog-api-format-version", "2")
        try fields.append("authorization", token.authorization, indexing: .never)
        let response = try await gateway.pool.send(HTTP2Request(path: gateway.path, fields: fields, body: body))
        guard (200..<300).contains(response.status) else {
            return .refused(FCMRefusal(response, now: clock.now))
        }
        return .accepted(Self.name(in: response.body))
    }

    /// The message's name, `projects/…/messages/…`.
    private static func name(in body: [UInt8]) -> String? {
        guard
            let name = (try? JSONParser().parse(body))?["name"]?.string, (1...256).contains(name.utf8.count),
            name.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return name
    }
}
