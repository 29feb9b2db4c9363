/// When the next attempt to connect may be made, after some that failed.
///
/// | failures | pause |
/// |---|---|
/// | 1 | 25 to 50 ms |
/// | n | 25 to 50 ms · 2ⁿ⁻¹ |
/// | 8 and more | 2.5 to 5 s |
struct DialBackoff {
    private static let first = Duration.milliseconds(50)
    private static let longest = Duration.seconds(5)

    private(set) var failures = 0
    /// The last failure and the end of the pause after it; nil after a success.
    private var pause: (reason: PostgresError, end: ContinuousClock.Instant)?

    /// Why no attempt is made now; nil if one may be.
    func reason(at now: ContinuousClock.Instant) -> PostgresError? {
        guard let pause, now < pause.end else { return nil }
        return pause.reason
    }

    /// How long it is to the next attempt.
    func wait(at now: ContinuousClock.Instant) -> Duration {
        guard let pause else { return .zero }
        return max(.zero, now.duration(to: pause.end))
    }

    /// Notes a failure.
    ///
    /// - Parameter jitter: A random number from 0 to 1, so that many hosts do not come back in step.
    mutating func fail(_ reason: PostgresError, at now: ContinuousClock.Instant, jitter: Double) {
        let full = min(Self.first * (1 << min(failures, 10)), Self.longest)
        failures += 1
        pause = (reason, now + full * (0.5 + jitter / 2))
    }

    /// Notes a success.
    mutating func succeed() {
        failures = 0
        pause = nil
    }
}
