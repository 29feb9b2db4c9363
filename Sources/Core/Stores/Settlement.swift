/// What becomes of a claimed delivery.
public struct Settlement: Hashable, Sendable {
    /// The next state of a delivery. The set is closed: it is the right half of the diagram at ``DeliveryState``.
    public enum Result: Hashable, Sendable {
        /// The provider accepted it.
        case sent(providerID: String?)
        /// It is given up.
        case failed
        /// It is no longer worth delivering.
        case expired
        /// It was called off.
        case cancelled
        /// It is not sent on purpose.
        case skipped
        /// It goes back to the queue, due after this long.
        case retry(after: Duration)
    }

    /// A failed or uncertain attempt, for the record.
    public struct Attempt: Hashable, Sendable {
        /// What it came to, in a word: `retry`, `uncertain`, `rejected`, …
        public let outcome: String
        /// How long it took.
        public let duration: Duration

        /// Creates an attempt's record.
        public init(outcome: String, duration: Duration) {
            self.outcome = outcome
            self.duration = duration
        }
    }

    /// The hold on the delivery; without it nothing changes.
    public var lease: Lease
    /// What becomes of it.
    public var result: Result
    /// Why, unless it was sent.
    public var reason: DeliveryReason?
    /// Whether the attempt the claim counted was one; otherwise it is given back.
    public var attemptCounts: Bool
    /// Whether the attempt may have reached the provider.
    public var isUncertain: Bool
    /// The device to set aside, if its provider says it is gone.
    public var removal: RouteRemoval?
    /// What was learned about the device's token, if anything.
    public var learned: LearnedEnvironment?
    /// The attempt to record, if it failed or its outcome is unknown.
    public var attempt: Attempt?

    /// Creates a settlement.
    public init(
        _ lease: Lease,
        _ result: Result,
        reason: DeliveryReason? = nil,
        attemptCounts: Bool = true,
        isUncertain: Bool = false,
        removal: RouteRemoval? = nil,
        learned: LearnedEnvironment? = nil,
        attempt: Attempt? = nil
    ) {
        self.lease = lease
        self.result = result
        self.reason = reason
        self.attemptCounts = attemptCounts
        self.isUncertain = isUncertain
        self.removal = removal
        self.learned = learned
        self.attempt = attempt
    }

    /// The state the delivery is in afterwards, unless it was cancelled meanwhile.
    public var state: DeliveryState {
        switch result {
        case .sent: .sent
        case .failed: .failed
        case .expired: .expired
        case .cancelled: .cancelled
        case .skipped: .skipped
        case .retry: .queued
        }
    }
}
