import FanfareCore
import Testing

@Suite struct RetryPolicyTests {
    @Test(arguments: zip(1...10, [5, 15, 45, 120, 300, 600, 1200, 2400, 3600, 3600]))
    func `waits grow by the ladder, then double up to an hour`(attempt: Int, seconds: Int) {
        #expect(RetryPolicy().delay(afterAttempt: attempt, random: 0.5) == .seconds(seconds))
    }

    @Test(arguments: 1...15)
    func `jitter keeps within fifteen percent`(attempt: Int) {
        let policy = RetryPolicy()
        let middle = RetryPolicy(jitter: 0).delay(afterAttempt: attempt, random: 0.9)
        let shortest = policy.delay(afterAttempt: attempt, random: 0)
        let longest = policy.delay(afterAttempt: attempt, random: 1 - 0x1p-53)
        #expect(abs(shortest.inSeconds / middle.inSeconds - 0.85) < 1e-9)
        #expect(abs(longest.inSeconds / middle.inSeconds - 1.15) < 1e-9)
        #expect(shortest < longest)
    }

    @Test func `without jitter chance changes nothing`() {
        let policy = RetryPolicy(jitter: 0)
        #expect(policy.delay(afterAttempt: 3, random: 0) == policy.delay(afterAttempt: 3, random: 0.99))
    }

    @Test(arguments: zip(1...4, [5, 10, 20, 40]))
    func `an empty ladder starts at five seconds`(attempt: Int, seconds: Int) {
        #expect(RetryPolicy(delays: []).delay(afterAttempt: attempt, random: 0.5) == .seconds(seconds))
    }

    @Test(arguments: zip(1...4, [7, 14, 28, 56]))
    func `a ladder of one doubles from there`(attempt: Int, seconds: Int) {
        #expect(RetryPolicy(delays: [.seconds(7)]).delay(afterAttempt: attempt, random: 0.5) == .seconds(seconds))
    }

    @Test func `a ladder that ends in zero does not hammer`() {
        let policy = RetryPolicy(delays: [.zero], jitter: 0)
        #expect(policy.delay(afterAttempt: 1, random: 0) == .zero)
        #expect(policy.delay(afterAttempt: 2, random: 0) == .seconds(2))
    }

    @Test func `a ladder that ends above an hour stays there`() {
        let policy = RetryPolicy(delays: [.seconds(7200)], jitter: 0)
        #expect(policy.delay(afterAttempt: 9, random: 0) == .seconds(7200))
    }

    @Test(arguments: [20, 64, 65, 1000, Int.max])
    func `any number of attempts has a wait`(attempt: Int) {
        #expect(RetryPolicy(jitter: 0).delay(afterAttempt: attempt, random: 0) == .seconds(3600))
        #expect(
            RetryPolicy(delays: [.milliseconds(1)], jitter: 0).delay(afterAttempt: attempt, random: 0) > .seconds(3599)
        )
    }

    @Test(arguments: [0, -1, Int.min])
    func `an attempt that cannot be waits like the first`(attempt: Int) {
        #expect(RetryPolicy(jitter: 0).delay(afterAttempt: attempt, random: 0) == .seconds(5))
    }
}
