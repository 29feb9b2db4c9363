/// When deliveries become due.
///
/// The set is closed: relative to the store's clock, or a time of day.
public enum Due: Hashable, Sendable {
    /// This long after they are stored, by the store's clock.
    case after(Duration)
    /// At this time; a time in the past means now.
    case at(Timestamp)

    /// At once.
    public static var now: Due { .after(.zero) }

    /// The time this comes to when it is `now`.
    package func timestamp(at now: Timestamp) -> Timestamp {
        switch self {
        case .after(let delay): now.advanced(by: max(delay, .zero))
        case .at(let time): max(time, now)
        }
    }
}
