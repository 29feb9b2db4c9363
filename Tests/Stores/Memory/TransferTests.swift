import FanfareCore
import FanfareMemory
import FanfareTesting
import Testing

@Suite struct TransferTests {
    let clock = ManualClock()

    @Test(arguments: StoreTransferContract.allCases)
    func `the store keeps the contract of moving`(_ requirement: StoreTransferContract) async throws {
        try await requirement.verify(MemoryStore(clock: clock), clock: clock)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `whatever is left moves to another store`(seed: UInt64) async throws {
        let (source, target) = (MemoryStore(clock: clock), MemoryStore(clock: clock))
        let trial = StoreTrial(seed: seed)
        try await trial.fill(source, clock: clock)
        try await trial.requireCopy(from: source, to: target, clock: clock)
    }
}
