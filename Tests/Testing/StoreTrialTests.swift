import FanfareCore
import FanfareMemory
import FanfareTesting
import Testing

@Suite struct StoreTrialTests {
    @Test func `one seed makes one sequence`() {
        func numbers(_ seed: UInt64) -> [UInt64] {
            var generator = SeededGenerator(seed: seed)
            return (0..<4).map { _ in generator.next() }
        }
        #expect(numbers(1) == numbers(1))
        #expect(numbers(1) != numbers(2))
        // Known numbers: a seed in a failure of today must fail tomorrow.
        #expect(numbers(0).prefix(2) == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4])
    }

    @Test func `a store on another clock is found, and how to find it again is told`() async throws {
        let clock = ManualClock()
        let slow = ManualClock()
        let trial = StoreTrial(seed: 7)
        var failures: [String] = []
        for _ in 0..<2 {
            let failure = await #expect(throws: TrialFailure.self) {
                let clock = ManualClock()
                try await trial.compare(MemoryStore(clock: slow), with: MemoryStore(clock: clock), clock: clock)
            }
            failures.append("\(try #require(failure).step) \(try #require(failure).operation)")
            #expect(failure?.description.hasPrefix("seed 7, step \(failure?.step ?? 0), ") == true)
        }
        #expect(failures[0] == failures[1])
        try await trial.compare(MemoryStore(clock: clock), with: MemoryStore(clock: clock), clock: clock)
    }
}
