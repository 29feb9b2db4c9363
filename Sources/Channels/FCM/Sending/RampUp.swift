internal import FanfareCore

/// How many deliveries may be under way while sending gets going. Pure.
///
/// Google asks senders to come to their full rate over a minute and no faster ("Scale FCM"), and so does a server that was
/// just asked to take less. A tenth of the capacity is there from the start; the rest is added evenly over ``time``. After a
/// minute without a delivery it begins again.
struct RampUp: Sendable {
    static let share = 10
    static let restThatCools: Duration = .seconds(60)

    private let capacity: Int
    private let time: Duration
    private var start: Timestamp?
    private var lastUse: Timestamp?

    /// - Parameters:
    ///   - capacity: How many may be under way in the end.
    ///   - time: How long it takes until then; zero for no time at all.
    init(capacity: Int, over time: Duration) {
        self.capacity = capacity
        self.time = time
    }

    /// Records a delivery.
    mutating func used(at now: Timestamp) {
        if start == nil || isCold(at: now) { start = now }
        lastUse = now
    }

    /// Begins again.
    mutating func restart(at now: Timestamp) { (start, lastUse) = (now, now) }

    /// How many may be under way.
    func limit(at now: Timestamp) -> Int {
        guard time > .zero else { return capacity }
        let first = min(capacity, max(1, capacity / Self.share))
        guard let start, !isCold(at: now) else { return first }
        // A clock that was set back begins again, and no more.
        let part = min(max(0, start.duration(to: now) / time), 1)
        return first + Int(Double(capacity - first) * part)
    }

    private func isCold(at now: Timestamp) -> Bool {
        guard let lastUse else { return true }
        return lastUse.duration(to: now) >= Self.restThatCools
    }
}
