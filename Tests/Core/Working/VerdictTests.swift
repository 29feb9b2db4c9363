import FanfareCore
import Testing

@Suite struct VerdictTests {
    static let busy = DeliveryReason("busy")
    /// Every wait is ten seconds.
    let policy = RetryPolicy(delays: Array(repeating: .seconds(10), count: 20), jitter: 0, maxAttempts: 12)

    func settlement(
        _ outcome: DeliveryOutcome,
        _ idempotency: Idempotency = .replaces,
        of claim: Claim = .sample()
    ) -> Settlement {
        Verdict(outcome, of: claim, policy: policy, idempotency: idempotency, random: 0.5).settlement
    }

    // MARK: - After an attempt

    @Test(arguments: [
        (DeliveryOutcome.sent(providerID: "p1"), Settlement.Result.sent(providerID: "p1"), true, false),
        (.sent(), .sent(providerID: nil), true, false),
        (.retry(busy), .retry(after: .seconds(10)), true, false),
        (.routeGone(busy), .failed, true, false),
        (.rejected(busy), .failed, true, false),
        (.misconfigured(busy), .retry(after: .seconds(10)), false, false),
        (.uncertain(busy), .retry(after: .seconds(10)), true, true),
    ])
    func `each outcome has one consequence`(
        outcome: DeliveryOutcome,
        result: Settlement.Result,
        counts: Bool,
        uncertain: Bool
    ) {
        let settlement = settlement(outcome)
        #expect(settlement.result == result)
        #expect(settlement.attemptCounts == counts)
        #expect(settlement.isUncertain == uncertain)
        #expect(settlement.lease.token == 7)
    }

    @Test func `what was sent has no reason, everything else has the provider's`() {
        #expect(settlement(.sent()).reason == nil)
        #expect(settlement(.rejected(Self.busy)).reason == Self.busy)
        #expect(settlement(.retry(Self.busy)).reason == Self.busy)
        #expect(settlement(.routeGone(Self.busy)).reason == Self.busy)
    }

    @Test func `what was learned about a device's token is remembered, and nothing else is`() {
        let learned = settlement(.sent(environment: .sandbox)).learned
        #expect(learned == LearnedEnvironment(device: .sample, token: "aa01", environment: .sandbox))
        #expect(settlement(.sent()).learned == nil)
        // What the application said itself, and what is no device, has nothing to learn.
        let routes = [
            Route(channel: .apns, address: "aa01", environment: .production, device: .sample),
            Route(channel: .apns, address: "aa01"),
        ]
        for route in routes {
            let claim = Claim.sample { $0.route = .open(route, registeredAt: nil) }
            #expect(settlement(.sent(environment: .sandbox), of: claim).learned == nil)
        }
    }

    @Test func `an uncertain attempt is named so whatever becomes of it`() {
        #expect(settlement(.uncertain(Self.busy)).reason == DeliveryReason("uncertain", detail: "busy"))
        let last = Claim.sample { $0.attempt = 12 }
        #expect(settlement(.uncertain(Self.busy), of: last).reason == DeliveryReason("uncertain", detail: "busy"))
    }

    @Test(
        arguments: [
            (nil, 10), (.seconds(0), 10), (.seconds(9), 10), (.seconds(10), 10), (.seconds(11), 11),
            (.seconds(600), 600),
            (.seconds(-5), 10),
        ] as [(Duration?, Int)]
    )
    func `a provider's Retry-After is a floor`(floor: Duration?, wait: Int) {
        #expect(settlement(.retry(after: floor, Self.busy)).result == .retry(after: .seconds(wait)))
    }

    @Test(arguments: [(1, false), (11, false), (12, true), (13, true)])
    func `the last attempt fails`(attempt: Int, fails: Bool) {
        let claim = Claim.sample { $0.attempt = attempt }
        let expected: Settlement.Result = fails ? .failed : .retry(after: .seconds(10))
        #expect(settlement(.retry(Self.busy), of: claim).result == expected)
        #expect(settlement(.uncertain(Self.busy), of: claim).result == expected)
        // What was not sent costs no attempt, so attempts do not run out over it.
        #expect(settlement(.misconfigured(Self.busy), of: claim).result == .retry(after: .seconds(10)))
    }

    @Test(arguments: [(86_389, false), (86_390, false), (86_391, true), (90_000, true)])
    func `a delivery is given up when the next attempt would come too late`(waited: Int, fails: Bool) {
        let claim = Claim.sample { $0.waited = .seconds(waited) }
        let expected: Settlement.Result = fails ? .failed : .retry(after: .seconds(10))
        #expect(settlement(.retry(Self.busy), of: claim).result == expected)
        #expect(settlement(.misconfigured(Self.busy), of: claim).result == expected)
    }

    @Test func `a Retry-After beyond the time to give up fails at once`() {
        #expect(settlement(.retry(after: .seconds(Int64.max), Self.busy)).result == .failed)
    }

    @Test(arguments: [
        (Duration.seconds(11), false), (.milliseconds(10_001), false), (.seconds(10), true), (.seconds(9), true),
        (.zero, true), (.seconds(-1), true),
    ])
    func `a delivery expires when the next attempt would come too late`(left: Duration, expires: Bool) {
        let claim = Claim.sample { $0.expiresIn = left }
        let settlement = settlement(.retry(Self.busy), of: claim)
        #expect(settlement.result == (expires ? .expired : .retry(after: .seconds(10))))
        #expect(settlement.reason == (expires ? DeliveryReason("expired", detail: "busy") : Self.busy))
    }

    @Test func `what was sent, rejected or gone is so even if it is late`() {
        let claim = Claim.sample {
            $0.expiresIn = .seconds(-1)
            $0.attempt = 12
            $0.waited = .seconds(100_000)
        }
        #expect(settlement(.sent(), of: claim).result == .sent(providerID: nil))
        #expect(settlement(.rejected(Self.busy), of: claim).result == .failed)
        #expect(settlement(.routeGone(Self.busy), of: claim).result == .failed)
    }

    @Test(arguments: [DeliveryOutcome.retry(busy), .uncertain(busy), .misconfigured(busy)])
    func `now or never is never put off`(outcome: DeliveryOutcome) {
        let claim = Claim.sample {
            $0.isNowOrNever = true
            $0.expiresIn = .zero
        }
        #expect(settlement(outcome, of: claim).result == .expired)
    }

    @Test func `attempts run out before time does`() {
        let claim = Claim.sample {
            $0.attempt = 12
            $0.expiresIn = .seconds(1)
        }
        #expect(settlement(.retry(Self.busy), of: claim).result == .failed)
    }

    // MARK: - Copies

    @Test(arguments: [(0, 3, false), (1, 3, false), (2, 3, true), (3, 3, true), (0, 1, true), (0, 0, true)])
    func `a channel whose copies show stops in time`(earlier: Int, most: Int, fails: Bool) {
        let claim = Claim.sample { $0.uncertainAttempts = earlier }
        let settlement = settlement(.uncertain(Self.busy), .copies(atMost: most), of: claim)
        #expect(settlement.result == (fails ? .failed : .retry(after: .seconds(10))))
        #expect(settlement.isUncertain)
        #expect(settlement.reason == DeliveryReason("uncertain", detail: "busy"))
    }

    @Test func `a certain answer is retried however many copies there may be`() {
        let claim = Claim.sample { $0.uncertainAttempts = 2 }
        #expect(settlement(.retry(Self.busy), .copies(atMost: 3), of: claim).result == .retry(after: .seconds(10)))
    }

    // MARK: - Routes

    @Test func `the provider's time guards a device that is gone`() {
        let time = Timestamp(millisecondsSinceEpoch: 5000)
        let removal = settlement(.routeGone(asOf: time, DeliveryReason("unregistered"))).removal
        #expect(
            removal
                == RouteRemoval(
                    device: .sample,
                    token: "aa01",
                    condition: .registeredBefore(time),
                    reason: "unregistered"
                )
        )
    }

    @Test func `without the provider's time the registration that was used guards it`() {
        let removal = settlement(.routeGone(Self.busy)).removal
        #expect(removal?.condition == .registeredAt(Timestamp(millisecondsSinceEpoch: 1000)))
    }

    @Test func `a direct address that is gone sets no device aside`() {
        let claim = Claim.sample { $0.route = .open(.mail("ada@example.com"), registeredAt: nil) }
        let settlement = settlement(.routeGone(asOf: Timestamp(millisecondsSinceEpoch: 1), Self.busy), of: claim)
        #expect(settlement.removal == nil)
        #expect(settlement.result == .failed)
    }

    @Test func `a device whose registration time is unknown is left alone without the provider's time`() {
        let claim = Claim.sample {
            $0.route = .open(Route(channel: .apns, address: "aa01", device: .sample), registeredAt: nil)
        }
        #expect(settlement(.routeGone(Self.busy), of: claim).removal == nil)
    }

    @Test(arguments: [
        DeliveryOutcome.sent(), .retry(busy), .rejected(busy), .misconfigured(busy), .uncertain(busy),
    ])
    func `only a route that is gone sets a device aside`(outcome: DeliveryOutcome) {
        #expect(settlement(outcome).removal == nil)
    }

    // MARK: - Nothing was sent

    @Test func `what was not sent waits and costs nothing`() {
        let claim = Claim.sample { $0.attempt = 12 }
        let settlement = Verdict(postponing: claim, for: .seconds(3), because: Self.busy, policy: policy).settlement
        #expect(settlement.result == .retry(after: .seconds(3)))
        #expect(!settlement.attemptCounts)
        #expect(!settlement.isUncertain)
        #expect(settlement.reason == Self.busy)
    }

    @Test func `what was not sent still expires and is still given up`() {
        let late = Claim.sample { $0.expiresIn = .seconds(3) }
        #expect(
            Verdict(postponing: late, for: .seconds(3), because: Self.busy, policy: policy).settlement.result
                == .expired
        )
        let old = Claim.sample { $0.waited = .seconds(86_398) }
        #expect(
            Verdict(postponing: old, for: .seconds(3), because: Self.busy, policy: policy).settlement.result == .failed
        )
    }

    // MARK: - Before an attempt

    func before(_ idempotency: Idempotency = .replaces, _ change: (inout Claim) -> Void) -> Settlement? {
        Verdict(before: .sample(change), idempotency: idempotency)?.settlement
    }

    @Test func `a delivery in order is attempted`() { #expect(before { _ in } == nil) }

    @Test(arguments: [
        (ClaimedRoute.handedOver, DeliveryReason.handedOver), (.removed, .routeRemoved),
        (.notAuthorized, .notAuthorized),
    ])
    func `a route that is no longer the recipient's is skipped`(route: ClaimedRoute, reason: DeliveryReason) {
        let settlement = before { $0.route = route }
        #expect(settlement?.result == .skipped)
        #expect(settlement?.reason == reason)
        #expect(settlement?.attemptCounts == false)
    }

    @Test(
        arguments: [(nil, false), (.seconds(1), false), (.microseconds(1), false), (.zero, true), (.seconds(-1), true)]
            as [(Duration?, Bool)]
    )
    func `what is past its time is not attempted`(left: Duration?, expires: Bool) {
        let settlement = before { $0.expiresIn = left }
        #expect(settlement?.result == (expires ? .expired : nil))
        #expect(settlement?.attemptCounts == (expires ? false : nil))
    }

    @Test(arguments: [(11, false), (12, false), (13, true)])
    func `a lease that lapsed at the last attempt ends the delivery`(attempt: Int, fails: Bool) {
        let settlement = before {
            $0.attempt = attempt
            $0.uncertainAttempts = attempt - 1
        }
        #expect(settlement?.result == (fails ? .failed : nil))
        #expect(settlement?.reason == (fails ? .leaseExpired : nil))
    }

    @Test(arguments: [(0, 3, false), (2, 3, false), (3, 3, true), (1, 1, true), (4, 3, true)])
    func `lapsed leases count as copies`(earlier: Int, most: Int, fails: Bool) {
        let settlement = before(.copies(atMost: most)) {
            $0.attempt = earlier + 1
            $0.uncertainAttempts = earlier
        }
        #expect(settlement?.result == (fails ? .failed : nil))
        #expect(settlement?.reason?.code == (fails ? "uncertain" : nil))
    }

    @Test func `a cancelled delivery is cancelled before anything else`() {
        let settlement = before {
            $0.isCancelled = true
            $0.expiresIn = .seconds(-1)
            $0.route = .removed
        }
        #expect(settlement?.result == .cancelled)
        #expect(settlement?.reason == .cancelled)
        #expect(settlement?.attemptCounts == false)
    }

    @Test func `now or never has its one try, however late it is claimed`() {
        #expect(
            before {
                $0.isNowOrNever = true
                $0.expiresIn = .seconds(-3)
            } == nil
        )
    }

    @Test func `now or never is not tried again when its lease lapsed`() {
        let settlement = before {
            $0.isNowOrNever = true
            $0.expiresIn = .seconds(-60)
            $0.attempt = 2
            $0.uncertainAttempts = 1
        }
        #expect(settlement?.result == .expired)
    }

    @Test func `now or never is tried again when somebody asks for it`() {
        #expect(
            before {
                $0.isNowOrNever = true
                $0.expiresIn = .zero
                $0.attempt = 2
            } == nil
        )
    }
}
