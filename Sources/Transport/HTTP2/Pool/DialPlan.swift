/// When a pool may dial: at once, after a while, or not until somebody mends the configuration.
///
/// | after | the next dial waits | requests meanwhile |
/// | --- | --- | --- |
/// | an answer | not at all | - |
/// | failures in a row | `shortestBackOff`, doubling up to `longestBackOff` | fail at once if no connection is open |
/// | a fault of the configuration | `shortestFaultBackOff`, doubling up to `longestFaultBackOff` | fail at once |
///
/// Every wait is shortened by up to half at random, so that many processes do not come back at the same moment.
struct DialPlan {
    typealias Instant = ContinuousClock.Instant

    enum Ruling: Hashable {
        case now
        case wait(until: Instant)
        case refuse(HTTP2Failure)
    }

    private let configuration: HTTP2PoolConfiguration
    private let random: @Sendable () -> Double
    private var failures = 0
    private var notBefore: Instant?
    private var failedAt: Instant?
    private var fault: HTTP2Failure?

    /// Why the last dial failed; nil once one led to an answer.
    private(set) var lastFailure: HTTP2Failure?

    /// - Parameter random: A number from 0 up to 1.
    init(_ configuration: HTTP2PoolConfiguration, random: @escaping @Sendable () -> Double) {
        self.configuration = configuration
        self.random = random
    }

    /// What to do with the wish to dial.
    func ruling(at now: Instant) -> Ruling {
        guard let notBefore, now < notBefore else { return .now }
        return fault.map { .refuse($0) } ?? .wait(until: notBefore)
    }

    /// A dial failed, or a connection ended before it gave any answer.
    mutating func failed(_ failure: HTTP2Failure, at now: Instant) {
        let isFault = failure.kind == .misconfigured
        // The two kinds count apart: a fault does not inherit what a failing network has gathered.
        failures = isFault == (fault != nil) ? failures + 1 : 1
        fault = isFault ? failure : nil
        lastFailure = failure
        failedAt = now
        let shortest = isFault ? configuration.shortestFaultBackOff : configuration.shortestBackOff
        let longest = isFault ? configuration.longestFaultBackOff : configuration.longestBackOff
        let doubled = failures > 20 ? longest : min(shortest * (1 << (failures - 1)), longest)
        notBefore = now + doubled * (1 - random() / 2)
    }

    /// A connection gave its first answer.
    ///
    /// - Parameter openedAt: When it was opened. One that was open before the last dial failed says nothing about dialling.
    mutating func succeeded(openedAt: Instant) {
        guard let failedAt, openedAt >= failedAt else { return }
        failures = 0
        self.failedAt = nil
        notBefore = nil
        fault = nil
        lastFailure = nil
    }
}
