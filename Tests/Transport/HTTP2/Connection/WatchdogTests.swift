import Testing

@testable import FanfareHTTP2

@Suite struct WatchdogTests {
    private let start = ContinuousClock.now
    private var watchdog: Watchdog

    init() {
        var configuration = HTTP2PoolConfiguration()
        configuration.pingAfter = .seconds(10)
        configuration.pingTimeout = .seconds(5)
        configuration.trustedIdleTime = .seconds(60)
        watchdog = Watchdog(configuration, at: start)
    }

    private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test
    mutating func `a silent connection with requests is asked for a sign of life, and then given up`() {
        watchdog.isBusy(true, at: at(0))
        #expect(watchdog.check(at: at(9)) == nil)
        #expect(watchdog.deadline == at(10))
        #expect(watchdog.check(at: at(10)) == .ping)
        watchdog.pinged(at: at(10))
        #expect(!watchdog.isTrusted(at: at(11)))
        #expect(watchdog.check(at: at(14)) == nil)
        #expect(watchdog.check(at: at(15)) == .giveUp)
    }

    @Test
    mutating func `anything that comes is a sign of life`() {
        watchdog.isBusy(true, at: at(0))
        watchdog.pinged(at: at(10))
        watchdog.heard(at: at(14))
        #expect(watchdog.check(at: at(20)) == nil)
        #expect(watchdog.isTrusted(at: at(20)))
        #expect(watchdog.check(at: at(24)) == .ping)
    }

    @Test
    mutating func `the silence of an idle connection does not count against its next request`() {
        watchdog.isBusy(true, at: at(50))
        #expect(watchdog.check(at: at(59)) == nil)
        #expect(watchdog.check(at: at(60)) == .ping)
    }

    @Test
    mutating func `an idle connection is asked once an hour`() {
        #expect(watchdog.deadline == at(3600))
        watchdog.isBusy(true, at: at(10))
        watchdog.heard(at: at(11))
        watchdog.isBusy(false, at: at(11))
        #expect(watchdog.deadline == at(3611))
        #expect(watchdog.check(at: at(3611)) == .ping)
    }

    @Test
    mutating func `a connection that was idle for long is not trusted before a sign of life`() {
        #expect(watchdog.isTrusted(at: at(59)))
        #expect(!watchdog.isTrusted(at: at(60)))
        watchdog.pinged(at: at(100))
        #expect(!watchdog.isTrusted(at: at(100)))
        #expect(watchdog.deadline == at(105))
        watchdog.heard(at: at(101))
        #expect(watchdog.isTrusted(at: at(101)))
    }
}
