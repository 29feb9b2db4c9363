public import FanfareCore
internal import Synchronization

extension FCMChannel {
    /// Delivers one message to one device, or to what the message says itself.
    public func deliver(
        prepared message: PreparedFCMMessage,
        to route: Route,
        context: DeliveryContext
    ) async throws -> DeliveryOutcome {
        guard let gateway = gateways[app: route.appID] else {
            return .misconfigured(.noCredential(forApp: route.appID))
        }
        guard let target = message.target ?? FCMTarget(address: route.address) else {
            return .rejected(DeliveryReason("bad-token", detail: "no token of FCM's; nothing was sent"))
        }
        let now = clock.now
        if let pause = memory.pause(of: target.address, in: gateway.credential, at: now) {
            throw NotSent(.quotaExceeded, after: pause)
        }
        let body: [UInt8]
        do throws(FCMMessageError) {
            body = try message.body(to: target, context: context, now: now)
        } catch {
            return .rejected(DeliveryReason("message-too-large", detail: error.description))
        }
        rampUp.withLock { $0.used(at: now) }
        let review = FCMReview(
            address: route.address,
            target: target,
            isRoute: message.target == nil,
            gateway: gateway,
            channel: self
        )
        return try review.outcome(of: await FCMAttempt(body: body, clock: clock).send(through: gateway))
    }
}

extension DeliveryReason {
    fileprivate static let quotaExceeded = DeliveryReason("quota-exceeded")

    fileprivate static func noCredential(forApp appID: String?) -> DeliveryReason {
        let detail =
            if let appID {
                "no credential for the app \(appID): neither fcm:\(appID) nor \(appID) nor default is configured"
            } else {
                "no credential: default is not configured, and the device names no app"
            }
        return DeliveryReason("no-credential", detail: detail)
    }
}
