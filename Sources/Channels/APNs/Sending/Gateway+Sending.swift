internal import FanfareCore
internal import FanfareHTTP2
internal import FanfareSigning

extension Gateway {
    /// Puts a push to APNs: once, and once more with another provider token if the first one has expired.
    ///
    /// What many pushes share is passed along and kept by nobody: to count who keeps it, on all processors at once, would
    /// cost more than the request.
    ///
    /// - Parameter deviceToken: Private.
    /// - Throws: `NotSent`, or `CancellationError`; APNs has not acted on it then.
    func send(_ push: PreparedPush, to deviceToken: String, _ context: DeliveryContext) async throws -> PushResult {
        do {
            let now = clock.now
            let token = try tokens.current(at: now)
            let (first, connection) = try await send(push, to: deviceToken, context, with: token, at: now)
            guard case .refused(let refusal) = first, refusal.reaction == .renewToken else { return first }
            guard let replacement = try tokens.replacement(for: token) else { return clockIsWrong(refusal) }
            // APNs takes no other token on a connection it has refused one on.
            connections.retire(connection)
            let (second, _) = try await send(push, to: deviceToken, context, with: replacement, at: clock.now)
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
        _ push: PreparedPush,
        to deviceToken: String,
        _ context: DeliveryContext,
        with token: ProviderToken,
        at now: Timestamp
    ) async throws -> (PushResult, HTTP2ConnectionID) {
        var fields = try push.fields(context: context, topic: topic, now: now)
        fields.append(token.field)
        let request = HTTP2Request(path: "/3/device/" + deviceToken, fields: fields, body: push.body)
        let response = try await connections.send(request)
        guard !(200..<300).contains(response.status) else {
            return (.accepted(response.fields["apns-id"] ?? context.delivery.description), response.connection)
        }
        let refusal = APNsRefusal(response, now: clock.now)
        if refusal.reaction == .reconnect { connections.retireSparingly(response.connection) }
        return (.refused(refusal), response.connection)
    }

    /// A token that was made just now cannot have expired.
    private func clockIsWrong(_ refusal: APNsRefusal) -> PushResult {
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
