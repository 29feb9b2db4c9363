import FanfareCore

/// How often durations fell into ranges.
struct Histogram: Hashable, Sendable {
    /// The upper ends of the ranges in seconds, ascending; what is longer falls into one more range.
    let bounds: [Double]
    /// How many durations fell into each range, the one beyond the last bound included.
    private(set) var counts: [UInt64]
    /// All durations together, in seconds.
    private(set) var sum = 0.0

    /// - Parameter bounds: The upper ends of the ranges in seconds, ascending.
    init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// Counts a duration. A negative one, from a clock that was set back, counts as none at all.
    mutating func record(_ duration: Duration) {
        let seconds = max(0, duration.inSeconds)
        var range = 0
        while range < bounds.count && seconds > bounds[range] { range += 1 }
        counts[range] += 1
        sum += seconds
    }
}
