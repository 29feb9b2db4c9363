import Testing

@testable import FanfareHTTP2

@Suite struct ServerTimersTests {
    private let start = ContinuousClock.now

    private func mark(_ number: Int32) -> ServerTimers.Work {
        { [.reset(stream: number, code: 0)] }
    }

    private func numbers(_ work: [ServerTimers.Work]) -> [Int32] {
        work.flatMap { $0() }.compactMap { if case .reset(let stream, _) = $0 { stream } else { nil } }
    }

    @Test func `work is due in the order of time, and of adding at one time`() {
        var timers = ServerTimers()
        #expect(timers.first == nil)
        for (number, delay) in [(1, 20), (2, 10), (3, 20), (4, 30), (5, 10), (6, 5)] {
            timers.add(at: start + .milliseconds(delay), mark(Int32(number)))
        }
        #expect(timers.first == start + .milliseconds(5))
        #expect(numbers(timers.takeDue(at: start)) == [])
        #expect(numbers(timers.takeDue(at: start + .milliseconds(20))) == [6, 2, 5, 1, 3])
        #expect(timers.first == start + .milliseconds(30))
        #expect(numbers(timers.takeDue(at: start + .seconds(1))) == [4])
        #expect(timers.first == nil)
    }
}
