internal import FanfareCore
import FanfarePush
internal import Synchronization

/// Turns what came of a message into the delivery's outcome, and remembers what it says about the target and the credential.
struct FCMReview {
    /// The address of the delivery's route.
    let address: String
    /// Where the message goes.
    let target: FCMTarget
    /// Whether that is the delivery's route, and not something the message says for itself.
    let isRoute: Bool
    let gateway: Gateway
    let channel: FCMChannel
    private let tripsBefore: Int
    private let isThirdParty: Bool

    /// Begins a message.
    init(address: String, target: FCMTarget, isRoute: Bool, gateway: Gateway, channel: FCMChannel) {
        self.address = address
        self.target = target
        self.isRoute = isRoute
        self.gateway = gateway
        self.channel = channel
        tripsBefore = channel.breakers.begin(gateway.credential)
        isThirdParty = channel.memory.isThirdParty(address)
    }

    /// The outcome of the delivery.
    ///
    /// - Throws: `NotSent` for a device that turned out to need another credential.
    func outcome(of result: FCMAttempt.Result) throws(NotSent) -> DeliveryOutcome {
        switch result {
        case .outcome(let outcome): return outcome
        case .refused(let refusal): return try outcome(of: refusal)
        case .accepted(let name):
            channel.memory.accepted(target.address, in: gateway.credential, at: channel.clock.now)
            channel.breakers.accepted(gateway.credential, begunAt: tripsBefore)
            return .sent(providerID: name)
        }
    }

    private func outcome(of refusal: FCMRefusal) throws(NotSent) -> DeliveryOutcome {
        let reason = reason(for: refusal)
        switch refusal.reaction {
        case .giveUp: return .rejected(reason)
        case .checkFields: return refusal.isAboutToken ? outcome(ofBadToken: refusal) : .rejected(reason)
        case .targetGone: return isRoute ? .routeGone(reason) : .rejected(reason)
        case .wrongProject: return tripped(by: refusal) ?? .rejected(reason)
        case .retry: return .retry(after: refusal.retryAfter, reason)
        case .slowDown: return .retry(after: slowDown(refusal), reason)
        case .renewToken, .pause: return .misconfigured(reason)
        case .pauseThirdParties:
            // Only now is it known that the device is one of those. They have a credential of their own, so that Android's
            // do not wait with them.
            guard isThirdParty else {
                channel.memory.thirdParty(address)
                throw NotSent(reason)
            }
            return .misconfigured(reason)
        }
    }

    private func outcome(ofBadToken refusal: FCMRefusal) -> DeliveryOutcome {
        let reason = DeliveryReason("bad-token", detail: refusal.explanation)
        guard isRoute else { return .rejected(reason) }
        return tripped(by: refusal) ?? .routeGone(reason)
    }

    /// The outcome if so many tokens are refused that the credential must be the wrong one.
    private func tripped(by refusal: FCMRefusal) -> DeliveryOutcome? {
        guard channel.breakers.refused(gateway.credential) == .tripped else { return nil }
        let detail =
            "more than \(BadTokenBreaker.toleratedPercentage) % of the last \(BadTokenBreaker.window) tokens were refused, the "
            + "last one with \(refusal.explanation); see whether the account is of the apps' own project"
        return .misconfigured(DeliveryReason("bad-token-rate", detail: detail))
    }

    private func slowDown(_ refusal: FCMRefusal) -> Duration {
        let now = channel.clock.now
        if refusal.isAboutProject { channel.rampUp.withLock { $0.restart(at: now) } }
        return channel.memory.slowDown(
            target.address,
            in: gateway.credential,
            isProject: refusal.isAboutProject,
            atLeast: refusal.retryAfter,
            at: now
        )
    }

    /// Why FCM refused the message, in its own names. Nothing of the token or the message.
    private func reason(for refusal: FCMRefusal) -> DeliveryReason {
        DeliveryReason(refusal.code, detail: "\(refusal.explanation) for credential \(gateway.credential.rawValue)")
    }
}
