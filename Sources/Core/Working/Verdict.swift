/// What becomes of a delivery: every decision about retry, expiry and route removal, and nothing else.
///
/// | the provider said | the delivery | the attempt counts |
/// | --- | --- | --- |
/// | sent | is sent; a device remembers the environment that was learned | yes |
/// | retry | waits, until attempts, ``RetryPolicy/giveUpAfter`` or its time run out | yes |
/// | route gone | fails; the device is set aside unless it lives again | yes |
/// | rejected | fails | yes |
/// | misconfigured | waits with its credential | no |
/// | uncertain | is sent again if the channel's ``Idempotency`` allows, else fails as uncertain | yes |
/// | nothing was sent (``NotSent``) | waits | no |
public struct Verdict: Hashable, Sendable {
    /// What to tell the store.
    public let settlement: Settlement

    private init(_ settlement: Settlement) { self.settlement = settlement }

    /// Decides about a delivery before it is attempted.
    ///
    /// - Returns: nil if it is to be attempted.
    public init?(before claim: Claim, idempotency: Idempotency) {
        func without(_ result: Settlement.Result, because reason: DeliveryReason) -> Settlement {
            Settlement(claim.lease, result, reason: reason, attemptCounts: false)
        }
        if claim.isCancelled {
            self.init(without(.cancelled, because: .cancelled))
        } else if claim.isNowOrNever ? claim.uncertainAttempts > 0 : (claim.expiresIn ?? .seconds(1)) <= .zero {
            // Its one try is never put off, so only a lapsed lease brings a now-or-never delivery here again.
            self.init(without(.expired, because: .expired))
        } else if claim.attempt > claim.maxAttempts {
            // Only a lapsed lease leads here: whoever held the last attempt went away with it.
            self.init(without(.failed, because: .leaseExpired))
        } else if case .copies(let most) = idempotency, claim.uncertainAttempts >= most {
            self.init(without(.failed, because: .uncertain(DeliveryReason.leaseExpired.code)))
        } else {
            switch claim.route {
            case .open: return nil
            case .handedOver: self.init(without(.skipped, because: .handedOver))
            case .removed: self.init(without(.skipped, because: .routeRemoved))
            case .notAuthorized: self.init(without(.skipped, because: .notAuthorized))
            }
        }
    }

    /// Decides about a delivery after an attempt.
    ///
    /// - Parameters:
    ///   - outcome: What the provider made of it. ``DeliveryOutcome/misconfigured(_:)`` must have been turned into a
    ///     pause of the credential and is decided by ``init(postponing:for:because:policy:)``.
    ///   - claim: The delivery.
    ///   - policy: How the channel's deliveries are retried.
    ///   - idempotency: What a second copy does on the channel.
    ///   - random: A number from 0 up to 1, for the jitter; asked for where there is a delay.
    public init(
        _ outcome: DeliveryOutcome,
        of claim: Claim,
        policy: RetryPolicy,
        idempotency: Idempotency,
        random: @autoclosure () -> Double
    ) {
        func delay() -> Duration { policy.delay(afterAttempt: claim.attempt, random: random()) }
        switch outcome {
        case .sent(let providerID, let environment):
            let learned = environment.flatMap { Self.learned(claim, $0) }
            self.init(Settlement(claim.lease, .sent(providerID: providerID), learned: learned))
        case .rejected(let reason):
            self.init(Settlement(claim.lease, .failed, reason: reason))
        case .routeGone(let asOf, let reason):
            self.init(Settlement(claim.lease, .failed, reason: reason, removal: Self.removal(claim, asOf, reason)))
        case .misconfigured(let reason):
            self.init(postponing: claim, for: delay(), because: reason, policy: policy)
        case .retry(let floor, let reason):
            self.init(retrying: claim, after: max(delay(), floor ?? .zero), because: reason, policy: policy)
        case .uncertain(let reason):
            if case .copies(let most) = idempotency, claim.uncertainAttempts + 1 >= most {
                self.init(Settlement(claim.lease, .failed, reason: .uncertain(reason.code), isUncertain: true))
            } else {
                self.init(retrying: claim, after: delay(), because: reason, policy: policy, isUncertain: true)
            }
        }
    }

    /// Decides about a delivery of which certainly nothing was sent.
    ///
    /// - Parameters:
    ///   - claim: The delivery.
    ///   - delay: How long it waits.
    ///   - reason: Why it could not be sent.
    ///   - policy: How the channel's deliveries are retried.
    public init(postponing claim: Claim, for delay: Duration, because reason: DeliveryReason, policy: RetryPolicy) {
        self.init(retrying: claim, after: delay, because: reason, policy: policy, attemptCounts: false)
    }

    private init(
        retrying claim: Claim,
        after delay: Duration,
        because reason: DeliveryReason,
        policy: RetryPolicy,
        isUncertain: Bool = false,
        attemptCounts: Bool = true
    ) {
        let final = isUncertain ? DeliveryReason.uncertain(reason.code) : reason
        let result: Settlement.Result
        if attemptCounts && claim.attempt >= claim.maxAttempts || claim.waited + delay > policy.giveUpAfter {
            result = .failed
        } else if claim.isNowOrNever || claim.expiresIn.map({ delay >= $0 }) ?? false {
            result = .expired
        } else {
            result = .retry(after: delay)
        }
        self.init(
            Settlement(
                claim.lease,
                result,
                reason: result == .expired ? DeliveryReason("expired", detail: final.code) : final,
                attemptCounts: attemptCounts,
                isUncertain: isUncertain
            )
        )
    }

    private static func learned(_ claim: Claim, _ environment: DeviceEnvironment) -> LearnedEnvironment? {
        guard case .open(let route, _) = claim.route, let device = route.device, route.environment == nil else {
            return nil
        }
        return LearnedEnvironment(device: device, token: route.address, environment: environment)
    }

    private static func removal(_ claim: Claim, _ asOf: Timestamp?, _ reason: DeliveryReason) -> RouteRemoval? {
        guard case .open(let route, let registeredAt) = claim.route, let device = route.device else { return nil }
        let condition: RouteRemoval.Guard
        if let asOf {
            condition = .registeredBefore(asOf)
        } else if let registeredAt {
            condition = .registeredAt(registeredAt)
        } else {
            return nil
        }
        return RouteRemoval(device: device, token: route.address, condition: condition, reason: reason.code)
    }
}

extension DeliveryReason {
    /// It may have been sent, and it is not tried again.
    static func uncertain(_ cause: String) -> DeliveryReason { DeliveryReason("uncertain", detail: cause) }
}
