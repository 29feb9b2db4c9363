public import FanfareCore
internal import FanfarePush

extension APNsChannel {
    /// Delivers one message to one device.
    public func deliver(
        prepared push: PreparedPush,
        to route: Route,
        context: DeliveryContext
    ) async throws -> DeliveryOutcome {
        guard let gateway = gateways[app: route.appID, likelyEnvironment(of: route)] else {
            return .misconfigured(.noCredential(forApp: route.appID))
        }
        guard let token = try? DeviceToken(route.address, platform: .apns).text else {
            return .rejected(DeliveryReason("bad-device-token", detail: "not hexadecimal; nothing was sent"))
        }
        if let pause = memory.pause(of: token, at: clock.now) { throw NotSent(.tooManyRequests, after: pause) }
        let trips = breakers.begin(gateway.credential(for: push))
        let result = try await gateway.send(push, to: token, context)
        // Nearly all are: no review is put together for them.
        if case .accepted(let id) = result {
            return outcome(ofAccepted: id, push, to: token, of: route, by: gateway, begunAt: trips)
        }
        let review = PushReview(
            route: route,
            token: token,
            push: push,
            gateway: gateway,
            channel: self,
            tripsBefore: trips
        )
        guard
            case .refused(let refusal) = result, refusal.reaction == .badToken, route.environment == nil,
            let other = gateways[app: route.appID, gateway.environment.other]
        else { return review.outcome(of: result) }
        return try await deliver(context, through: other, after: refusal, of: review)
    }

    /// Tries the other environment for a token of which nobody said where it belongs.
    private func deliver(
        _ context: DeliveryContext,
        through other: Gateway,
        after refusal: APNsRefusal,
        of first: PushReview
    ) async throws -> DeliveryOutcome {
        let second = PushReview(
            route: first.route,
            token: first.token,
            push: first.push,
            gateway: other,
            channel: self,
            tripsBefore: breakers.begin(other.credential(for: first.push))
        )
        do {
            let result = try await other.send(first.push, to: first.token, context)
            switch result {
            case .refused(let answer) where answer.reaction == .badToken:
                // Neither environment knows it. It counts where it was looked for first.
                return first.outcome(of: .refused(refusal))
            case .refused(let answer) where answer.reaction == .pause:
                // The credential is of no use in the other environment, which says nothing about this one.
                return .rejected(first.reason(for: refusal, more: "; \(second.reason(for: answer))"))
            case .outcome(.misconfigured(let reason)):
                return .retry(reason)
            case .accepted, .refused, .outcome:
                return second.outcome(of: result)
            }
        } catch let error as NotSent {
            // One request was answered, so the attempt counts.
            return .retry(after: error.after, error.reason)
        }
    }
}

extension DeviceEnvironment {
    fileprivate var other: DeviceEnvironment { self == .sandbox ? .production : .sandbox }
}

extension DeliveryReason {
    fileprivate static let tooManyRequests = DeliveryReason("too-many-requests")

    fileprivate static func noCredential(forApp appID: String?) -> DeliveryReason {
        let detail =
            if let appID {
                "no credential for the app \(appID): neither apns:\(appID) nor \(appID) nor default is configured"
            } else {
                "no credential: default is not configured, and the device names no app"
            }
        return DeliveryReason("no-credential", detail: detail)
    }
}
