import FanfareCore

/// Tries a configuration without sending anything.
struct FCMCheck {
    let configuration: FCMConfiguration
    let clock: any WallClock
    let transport: any FCMTransport

    /// A topic that nobody subscribes to: a made-up token would be refused whatever the account may do.
    private static let topic = FCMTarget.topic("fanfare-check")

    /// One finding for each credential.
    func findings() async -> [CheckFinding] {
        do throws(FCMConfigurationError) {
            let gateways = try Gateways(configuration, clock: clock, transport: transport)
            var findings: [CheckFinding] = []
            for gateway in gateways.all { findings.append(await finding(about: gateway)) }
            return findings
        } catch {
            return [CheckFinding(error.field, .misconfigured, detail: error.problem)]
        }
    }

    private func finding(about gateway: Gateway) async -> CheckFinding {
        let subject = "credential \(gateway.credential.rawValue)"
        let account = configuration.credentials[gateway.credential]
        let name = "\(account?.clientEmail ?? "") in project \(account?.projectID ?? "")"
        do {
            let result = try await FCMAttempt(body: trial(), clock: clock).send(through: gateway)
            switch result {
            case .accepted: return CheckFinding(subject, .works, detail: "\(name) may send")
            case .outcome(.misconfigured(let reason)):
                return CheckFinding(subject, .misconfigured, detail: reason.description)
            case .outcome(let outcome):
                return CheckFinding(subject, .unreachable, detail: outcome.uncertainty ?? "FCM did not answer")
            case .refused(let refusal):
                return CheckFinding(
                    subject,
                    Self.result(of: refusal.reaction),
                    detail: "\(name): \(refusal.explanation)"
                )
            }
        } catch let error as NotSent {
            return CheckFinding(subject, .unreachable, detail: error.reason.description)
        } catch {
            return CheckFinding(subject, .unreachable, detail: "could not be tried")
        }
    }

    /// A message for FCM to check and not to send.
    private func trial() throws -> [UInt8] {
        let ids = IdentifierSource(clock: clock)
        let context = DeliveryContext(delivery: ids.next(), notification: ids.next(), type: "fanfare.check")
        let message = try PreparedFCMMessage(.alert(title: "Check"))
        return try message.body(to: Self.topic, context: context, now: clock.now, isTrial: true)
    }

    private static func result(of reaction: FCMReaction) -> CheckFinding.Result {
        switch reaction {
        case .renewToken, .pause, .pauseThirdParties, .wrongProject: .misconfigured
        case .retry, .slowDown: .unreachable
        // FCM let the account in, and has something against the message.
        case .giveUp, .checkFields, .targetGone: .works
        }
    }
}

extension DeliveryOutcome {
    /// What happened to a request without an answer.
    fileprivate var uncertainty: String? {
        guard case .uncertain(let reason) = self else { return nil }
        return reason.description
    }
}
