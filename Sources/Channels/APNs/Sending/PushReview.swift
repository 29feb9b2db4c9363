internal import FanfareCore
import FanfarePush

extension APNsChannel {
    /// The outcome of a delivery whose push was accepted. What that says about the token and the credential is remembered.
    ///
    /// - Parameters:
    ///   - providerID: The push's name at APNs.
    ///   - gateway: Where it was accepted.
    ///   - trips: How often the breaker had tripped when the push was begun.
    func outcome(
        ofAccepted providerID: String,
        _ push: PreparedPush,
        to token: String,
        of route: Route,
        by gateway: Gateway,
        begunAt trips: Int
    ) -> DeliveryOutcome {
        let isLearned = route.environment == nil && gateway.environment != configuration.environment
        let environment = isLearned ? gateway.environment : nil
        memory.accepted(token, environment: environment)
        breakers.accepted(gateway.credential(for: push), begunAt: trips)
        return .sent(providerID: providerID, environment: environment)
    }
}

/// Turns what came of a push into the delivery's outcome, and remembers what it says about the token and the credential.
struct PushReview {
    let route: Route
    let token: String
    let push: PreparedPush
    let gateway: Gateway
    let channel: APNsChannel
    /// How often the breaker had tripped when the push was begun.
    let tripsBefore: Int

    private var credential: CredentialID { gateway.credential(for: push) }

    /// The outcome of the delivery.
    func outcome(of result: PushResult) -> DeliveryOutcome {
        switch result {
        case .outcome(let outcome): return outcome
        case .refused(let refusal): return outcome(of: refusal)
        case .accepted(let providerID):
            return channel.outcome(
                ofAccepted: providerID,
                push,
                to: token,
                of: route,
                by: gateway,
                begunAt: tripsBefore
            )
        }
    }

    private func outcome(of refusal: APNsRefusal) -> DeliveryOutcome {
        let reason = reason(for: refusal)
        switch refusal.reaction {
        case .giveUp: return .rejected(reason)
        case .badToken, .wrongTopic: return outcome(ofBadToken: refusal)
        case .deviceGone: return .routeGone(asOf: refusal.timestamp, reason)
        case .retry:
            return .retry(after: max(refusal.retryAfter ?? .zero, channel.configuration.serverErrorDelay), reason)
        case .reconnect, .renewToken: return .retry(after: refusal.retryAfter, reason)
        case .slowDown:
            let pause = channel.memory.slowDown(token, atLeast: refusal.retryAfter, at: channel.clock.now)
            return .retry(after: pause, reason)
        case .pause: return .misconfigured(reason)
        }
    }

    private func outcome(ofBadToken refusal: APNsRefusal) -> DeliveryOutcome {
        switch channel.breakers.refused(credential) {
        case .believable: .routeGone(asOf: nil, reason(for: refusal))
        case .suspicious:
            .rejected(
                reason(
                    for: refusal,
                    more:
                        "; so many are refused that no device is set aside: see whether topic, key and environment are right"
                )
            )
        case .tripped:
            .misconfigured(
                DeliveryReason(
                    "bad-device-token-rate",
                    detail:
                        "more than \(BadTokenBreaker.toleratedPercentage) % of the last \(BadTokenBreaker.window) tokens "
                        + "were refused, the last one with \(detail(of: refusal)); no device is set aside"
                )
            )
        }
    }

    /// Why APNs refused the push: what it said, and where. Nothing of the token or the payload.
    func reason(for refusal: APNsRefusal, more: String = "") -> DeliveryReason {
        DeliveryReason(refusal.code, detail: detail(of: refusal) + more)
    }

    private func detail(of refusal: APNsRefusal) -> String {
        let answer = refusal.reason.map { "\(refusal.status) \($0)" } ?? "\(refusal.status)"
        let app = route.appID.map { " of app \($0)" } ?? ""
        return "\(answer) in \(gateway.environment.rawValue) for \(gateway.topic(of: push))\(app)"
    }
}
