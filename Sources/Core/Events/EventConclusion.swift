/// What becomes of a claimed event.
public struct EventConclusion: Hashable, Sendable {
    /// The two ends. The set is closed.
    public enum Outcome: Hashable, Sendable {
        /// The notification takes the event's place.
        case notification(Submission)
        /// No notification can be made of it: it waits for somebody to look at it.
        case setAside(EventReason)
    }

    /// The hold on the event; without it nothing changes.
    public let lease: EventLease
    /// What becomes of it.
    public let outcome: Outcome

    /// Creates a conclusion.
    public init(_ lease: EventLease, _ outcome: Outcome) {
        self.lease = lease
        self.outcome = outcome
    }
}
