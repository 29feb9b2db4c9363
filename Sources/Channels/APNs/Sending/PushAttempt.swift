internal import FanfareCore
internal import FanfareHTTP2
internal import FanfareSigning

/// One delivery's push, as it is put to one gateway or two.
struct PushAttempt: Sendable {
    /// The device token. Private.
    let token: String
    let push: PreparedPush
    let context: DeliveryContext
    let clock: any WallClock

    /// What came of it.
    enum Result: Hashable, Sendable {
        /// APNs accepted it, under this id.
        case accepted(String)
        /// APNs refused it.
        case refused(APNsRefusal)
        /// Neither: no answer, or no request.
        case outcome(DeliveryOutcome)
    }

    /// Puts the push to a gateway: once, and once more with another token if the first one has expired.
    ///
    /// - Throws: `NotSent`, or `CancellationError`; APNs has not acted on it then.
    func send(through gateway: Gateway) async throws -> Result {
        do {
            let token = try gateway.tokens.current()
            let (first, connection) = try await send(through: gateway, with: token)
            guard case .refused(let refusal) = first, refusal.reaction == .renewToken else { return first }
            guard let replacement = try gateway.tokens.replacement(for: token) else { return clockIsWrong(refusal) }
            // APNs takes no other token on a connection it has refused one on.
            gateway.connections.retire(connection)
            let (second, _) = try await send(through: gateway, with: replacement)
            guard case .refused(let refusal) = second, refusal.reaction == .renewToken else { return second }
            return clockIsWrong(refusal)
        } catch let failure as HTTP2Failure {
            switch failure.kind {
            case .notSent: throw NotSent(failure.reason)
            case .uncertain: return .outcome(.uncertain(failure.reason))
            case .misconfigured: return .outcome(.misconfigured(failure.reason))
            }
        } catch let error as HTTP2FieldError {
            return .outcome(
                .misconfigured(DeliveryReason("bad-topic", detail: "the topic cannot be in a header: \(error)"))
            )
        } catch let error as KeyError {
            return .outcome(.misconfigured(DeliveryReason("signing-failed", detail: error.description)))
        }
    }

    private func send(
        through gateway: Gateway,
        with token: ProviderToken
    ) async throws -> (Result, HTTP2ConnectionID) {
        var fields = try push.fields(context: context, topic: gateway.topic, now: clock.now)
        try fields.append("authorization", token.authorization, indexing: .never)
        let request = HTTP2Request(path: "/3/device/" + self.token, fields: fields, body: push.body)
        let response = try await gateway.connections.send(request)
        guard !(200..<300).contains(response.status) else {
            return (.accepted(response.fields["apns-id"] ?? context.delivery.description), response.connection)
        }
        let refusal = APNsRefusal(response, now: clock.now)
        if refusal.reaction == .reconnect { gateway.connections.retireSparingly(response.connection) }
        return (.refused(refusal), response.connection)
    }

    /// A token that was made just now cannot have expired.
    private func clockIsWrong(_ refusal: APNsRefusal) -> Result {
        let found =
            "APNs refuses a provider token that was made a short while ago as expired: this machine's clock is wrong"
        let offset = refusal.date.map { clock.now.duration(to: $0) }
        let detail =
            switch offset {
            case let offset? where offset >= .seconds(1): "\(found), by \(offset.wholeSeconds) s behind Apple's"
            case let offset? where offset <= .seconds(-1): "\(found), by \(-offset.wholeSeconds) s ahead of Apple's"
            default: found
            }
        return .outcome(.misconfigured(DeliveryReason("clock-skew", detail: detail)))
    }
}

extension Duration {
    fileprivate var wholeSeconds: Int64 { components.seconds }
}
