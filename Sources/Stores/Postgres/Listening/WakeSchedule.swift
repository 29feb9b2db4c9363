/// When to look for work after a notification: at once, and twice again.
///
/// Those who store work notify only now and then, so the last ones before a pause may have stored theirs unannounced.
struct WakeSchedule {
    private static let echoes: [Duration] = [.milliseconds(60), .milliseconds(250)]

    /// The looks that are still to come, in order.
    private var pending: [ContinuousClock.Instant] = []

    /// When the next look is due; nil if none is.
    var next: ContinuousClock.Instant? { pending.first }

    /// Notes a notification, after which the first look is made at once.
    mutating func notified(at now: ContinuousClock.Instant) { pending = Self.echoes.map { now + $0 } }

    /// Whether a look is due; those that are, are then over.
    mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
        let due = pending.prefix { $0 <= now }.count
        pending.removeFirst(due)
        return due > 0
    }
}
