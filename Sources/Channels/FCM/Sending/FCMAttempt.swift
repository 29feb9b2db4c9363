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
        let request = HTTP2Request(path: gateway.path, fields: token.fields, body: body)
        let response = try await gateway.pool.send(request)
        guard (200..<300).contains(response.status) else {
            return .refused(FCMRefusal(response, now: clock.now))
        }
        return .accepted(AcceptedName(in: response.body)?.text)
    }
}
