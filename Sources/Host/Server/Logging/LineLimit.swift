import FanfareCore

/// Lets the first of many like lines through at once, and then at most one per interval.
struct LineLimit: Sendable {
    private let interval: Duration
    private var last: Timestamp?
    private var suppressed = 0

    /// - Parameter interval: How far apart lines are at least.
    init(interval: Duration) { self.interval = interval }

    /// Decides about a line.
    ///
    /// - Returns: How many lines were held back since the last one let through; nil to hold this one back.
    mutating func admit(at now: Timestamp) -> Int? {
        // A clock that was set back must not silence anything.
        if let last, last <= now, last.duration(to: now) < interval {
            suppressed += 1
            return nil
        }
        defer { suppressed = 0 }
        last = now
        return suppressed
    }
}
