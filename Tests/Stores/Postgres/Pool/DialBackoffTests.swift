import Testing

@testable import FanfarePostgres

struct DialBackoffTests {
    private let reason = PostgresError(sqlState: .cannotConnect, message: "refused")

    @Test
    func `pauses double from 50 ms to 5 s, and jitter takes up to half`() {
        let now = ContinuousClock.now
        for jitter in [0.0, 1.0] {
            var backoff = DialBackoff()
            var pauses: [Duration] = []
            for _ in 0..<10 {
                backoff.fail(reason, at: now, jitter: jitter)
                pauses.append(backoff.wait(at: now))
            }
            let full: [Duration] = [50, 100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000].map { .milliseconds($0) }
            #expect(pauses == full.map { jitter == 0 ? $0 / 2 : $0 })
        }
    }

    @Test
    func `the reason is given during the pause, and a success ends all`() {
        let now = ContinuousClock.now
        var backoff = DialBackoff()
        #expect(backoff.reason(at: now) == nil)
        backoff.fail(reason, at: now, jitter: 1)
        #expect(backoff.reason(at: now + .milliseconds(49)) == reason)
        #expect(backoff.reason(at: now + .milliseconds(50)) == nil)
        backoff.fail(reason, at: now, jitter: 1)
        backoff.succeed()
        #expect(backoff.reason(at: now) == nil)
        #expect(backoff.wait(at: now) == .zero)
        backoff.fail(reason, at: now, jitter: 1)
        #expect(backoff.wait(at: now) == .milliseconds(50))
    }
}
