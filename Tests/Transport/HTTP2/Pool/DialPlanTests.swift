import Testing

@testable import FanfareHTTP2

@Suite struct DialPlanTests {
    private let start = ContinuousClock.now
    private let lost = HTTP2Failure(.notSent, .connectFailed)
    private let fault = HTTP2Failure(.misconfigured, .untrustedPeer)

    private func plan(random: Double = 0) -> DialPlan {
        var configuration = HTTP2PoolConfiguration()
        configuration.shortestBackOff = .seconds(1)
        configuration.longestBackOff = .seconds(5)
        configuration.shortestFaultBackOff = .seconds(30)
        configuration.longestFaultBackOff = .seconds(100)
        return DialPlan(configuration, random: { random })
    }

    @Test
    func `the first dial is at once`() {
        #expect(plan().ruling(at: start) == .now)
    }

    @Test
    func `each failure doubles the wait, up to the longest`() {
        var plan = plan()
        for seconds in [1, 2, 4, 5, 5] {
            plan.failed(lost, at: start)
            #expect(plan.ruling(at: start) == .wait(until: start + .seconds(seconds)))
        }
        for _ in 0..<100 { plan.failed(lost, at: start) }
        #expect(plan.ruling(at: start) == .wait(until: start + .seconds(5)))
        #expect(plan.ruling(at: start + .seconds(5)) == .now)
    }

    @Test
    func `chance shortens a wait by up to half`() {
        var plan = plan(random: 0.5)
        plan.failed(lost, at: start)
        #expect(plan.ruling(at: start) == .wait(until: start + .milliseconds(750)))
    }

    @Test
    func `an answer makes all forgotten`() {
        var plan = plan()
        plan.failed(lost, at: start)
        plan.failed(lost, at: start)
        #expect(plan.lastFailure == lost)
        plan.succeeded(openedAt: start)
        #expect(plan.ruling(at: start) == .now)
        #expect(plan.lastFailure == nil)
        plan.failed(lost, at: start)
        #expect(plan.ruling(at: start) == .wait(until: start + .seconds(1)))
    }

    @Test
    func `an answer on a connection that was open before the failure says nothing`() {
        var plan = plan()
        plan.failed(lost, at: start)
        plan.succeeded(openedAt: start - .seconds(1))
        #expect(plan.ruling(at: start) == .wait(until: start + .seconds(1)))
    }

    @Test
    func `a fault of the configuration refuses requests, longer each time`() {
        var plan = plan()
        plan.failed(lost, at: start)
        for seconds in [30, 60, 100, 100] {
            plan.failed(fault, at: start)
            #expect(plan.ruling(at: start) == .refuse(fault))
            #expect(plan.ruling(at: start + .seconds(seconds) - .milliseconds(1)) == .refuse(fault))
            #expect(plan.ruling(at: start + .seconds(seconds)) == .now)
        }
        plan.failed(lost, at: start)
        #expect(plan.ruling(at: start) == .wait(until: start + .seconds(1)))
    }
}
