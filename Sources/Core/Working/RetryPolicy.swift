/// How long a delivery waits between attempts, and when it is given up.
///
/// | after attempt | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | … |
/// | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
/// | wait, ± 15 % | 5 s | 15 s | 45 s | 2 min | 5 min | 10 min | 20 min | 40 min | 1 h | 1 h |
///
/// A provider's Retry-After is a floor under these.
public struct RetryPolicy: Hashable, Sendable {
    /// The waits after the first attempts; after the last of them each wait doubles, up to an hour. Empty is 5 s.
    public var delays: [Duration]
    /// How much a wait may be shorter or longer, as a part of it: 0.15 is ± 15 %.
    public var jitter: Double
    /// How many attempts a delivery gets.
    public var maxAttempts: Int
    /// How long after its due time a delivery is given up, whatever attempts are left.
    public var giveUpAfter: Duration

    /// Creates a policy.
    public init(
        delays: [Duration] = [.seconds(5), .seconds(15), .seconds(45), .seconds(120), .seconds(300)],
        jitter: Double = 0.15,
        maxAttempts: Int = 12,
        giveUpAfter: Duration = .seconds(86_400)
    ) {
        self.delays = delays
        self.jitter = jitter
        self.maxAttempts = maxAttempts
        self.giveUpAfter = giveUpAfter
    }

    /// The longest wait the doubling leads to.
    public static let longestDelay: Duration = .seconds(3600)

    /// The wait after an attempt.
    ///
    /// - Parameters:
    ///   - attempt: The attempt's number, starting at 1.
    ///   - random: A number from 0 up to 1 that chooses the place within the jitter.
    public func delay(afterAttempt attempt: Int, random: Double) -> Duration {
        let ladder = delays.isEmpty ? [.seconds(5)] : delays
        let base: Duration
        if attempt <= ladder.count {
            base = ladder[max(attempt, 1) - 1]
        } else {
            let last = max(ladder[ladder.count - 1], .seconds(1))
            // Twelve doublings of a second exceed an hour, so more need not be computed.
            let doublings = min(attempt - ladder.count, 12)
            base = min(last * (1 << doublings), max(Self.longestDelay, last))
        }
        return base * (1 + jitter * (2 * random - 1))
    }
}
