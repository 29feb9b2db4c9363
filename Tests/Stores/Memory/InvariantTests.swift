import FanfareMemory
import FanfareTesting
import Testing

@Suite struct InvariantTests {
    let clock = ManualClock()

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `what always holds does so whatever happens`(seed: UInt64) async throws {
        try await StoreTrial(seed: seed).checkInvariants(of: MemoryStore(clock: clock), clock: clock)
    }

    /// The trial's own translation of names is right only if a store does as itself.
    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func `a store does as another one of its kind`(seed: UInt64) async throws {
        let trial = StoreTrial(seed: seed)
        try await trial.compare(MemoryStore(clock: clock), with: MemoryStore(clock: clock), clock: clock)
    }
}
