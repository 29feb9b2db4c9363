package import FanfareCore

/// What a push service wants fewer requests to, and how long each waits: the last few thousand of them. Pure.
///
/// A pause is short at first and twice as long each time, until something is accepted.
package struct SlowDowns: Sendable {
    private struct SlowDown {
        var pause: Duration
        var end: Timestamp
    }

    private let shortestPause: Duration
    private let longestPause: Duration
    private var slowDowns: GenerationalCache<String, SlowDown>

    /// Starts with none.
    ///
    /// - Parameter capacity: How many are remembered.
    package init(shortestPause: Duration, longestPause: Duration, capacity: Int) {
        self.shortestPause = shortestPause
        self.longestPause = longestPause
        slowDowns = GenerationalCache(capacity: capacity)
    }

    /// Forgets that it was too much.
    package mutating func accepted(_ key: String) { slowDowns.remove(key) }

    /// How long requests have to wait; nil if they need not.
    package func pause(of key: String, at now: Timestamp) -> Duration? {
        guard let slowDown = slowDowns[key], now < slowDown.end else { return nil }
        // A clock that was set back makes nobody wait for longer than the pause.
        return min(now.duration(to: slowDown.end), slowDown.pause)
    }

    /// Records that there were too many requests.
    ///
    /// - Parameter floor: What the service asks for at least.
    /// - Returns: How long they pause.
    package mutating func slowDown(_ key: String, atLeast floor: Duration?, at now: Timestamp) -> Duration {
        var pause = shortestPause
        if let last = slowDowns[key] {
            // Requests that were on their way when the pause began say nothing new.
            pause = now < last.end ? last.pause : min(last.pause * 2, longestPause)
        }
        pause = max(pause, floor ?? .zero)
        slowDowns.insert(SlowDown(pause: pause, end: now.advanced(by: pause)), for: key)
        return pause
    }
}
