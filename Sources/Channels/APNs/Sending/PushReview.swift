internal import FanfareCore

/// Turns what came of a push into the delivery's outcome, and remembers what it says about the token and the credential.
struct PushReview {
    let route: Route
    let token: String
    let gateway: Gateway
    let topic: String
    let channel: APNsChannel
    private let credential: CredentialID
    private let tripsBefore: Int

    /// Begins a push to `token`.
    init(route: Route, token: String, gateway: Gateway, topic: String, channel: APNsChannel) {
        self.route = route
        self.token = token
        self.gateway = gateway
        self.topic = topic
        self.channel = channel
        credential = gateway.credential(forTopic: topic)
        tripsBefore = channel.breakers.begin(credential)
    }

    /// The outcome of the delivery.
    func outcome(of result: PushAttempt.Result) -> DeliveryOutcome {
        switch result {
        case .outcome(let outcome): return outcome
        case .refused(let refusal): return outcome(of: refusal)
        case .accepted(let providerID):
            let isLearned = route.environment == nil && gateway.environment != channel.configuration.environment
            let environment = isLearned ? gateway.environment : nil
            channel.memory.accepted(token, environment: environment)
            channel.breakers.accepted(credential, begunAt: tripsBefore)
            return .sent(providerID: providerID, environment: environment)
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
        return "\(answer) in \(gateway.environment.rawValue) for \(topic)\(app)"
    }
}
