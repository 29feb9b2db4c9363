import FoundationEssentials

/// The machine's clock.
public struct SystemClock: WallClock {
    /// Creates the machine's clock.
    public init() {}

    /// The time of day, to the microsecond.
    public var now: Timestamp {
        Timestamp(microsecondsSinceEpoch: Int64(Date.now.timeIntervalSince1970 * 1_000_000))
    }

    /// One microsecond.
    public var minimumResolution: Duration { .microseconds(1) }

    /// Waits until `deadline`. The wait itself is monotonic: setting the machine's clock neither shortens nor prolongs it.
    public func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        try await Task.sleep(for: now.duration(to: deadline), tolerance: tolerance)
    }
}

extension WallClock where Self == SystemClock {
    /// The machine's clock.
    public static var system: SystemClock { SystemClock() }
}
