import FanfareCore
import FanfareTesting
import Testing

@Suite struct ManualClockTests {
    let clock = ManualClock()

    @Test func `time stands still until it is moved`() {
        let start = clock.now
        #expect(start == Timestamp(millisecondsSinceEpoch: 1_767_225_600_000))
        #expect(clock.now == start)
        clock.advance(by: .microseconds(1))
        #expect(start.duration(to: clock.now) == .microseconds(1))
        clock.advance(by: .seconds(-5))
        #expect(clock.now < start)
    }

    @Test func `a sleeper wakes when its time has come and not before`() async throws {
        let deadline = clock.now.advanced(by: .seconds(10))
        let sleeper = Task { [clock] in
            try await clock.sleep(until: deadline, tolerance: nil)
            return clock.now
        }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(9))
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(1))
        #expect(clock.sleepers == 0)
        #expect(try await sleeper.value == deadline)
    }

    @Test func `a deadline that has passed is no wait`() async throws {
        try await clock.sleep(until: clock.now, tolerance: nil)
        try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)), tolerance: nil)
        #expect(clock.sleepers == 0)
    }

    @Test func `moving time wakes everybody who is due`() async throws {
        try await withThrowingTaskGroup { group in
            for seconds in 1...5 {
                group.addTask { [clock] in try await clock.sleep(for: .seconds(seconds)) }
            }
            await clock.waitForSleepers(5)
            clock.advance(by: .seconds(3))
            #expect(clock.sleepers == 2)
            clock.advance(by: .seconds(2))
            #expect(clock.sleepers == 0)
            try await group.waitForAll()
        }
    }

    @Test func `cancelling a sleeper wakes it with an error`() async {
        let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(10)) }
        await clock.waitForSleepers()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleepers == 0)
    }

    @Test func `a cancelled task does not fall asleep`() async {
        let sleeper = Task { [clock] in
            unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
            try await clock.sleep(for: .seconds(10))
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleepers == 0)
    }
}
