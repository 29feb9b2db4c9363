import FanfareMemory
import FanfareTesting
import Testing

@Suite struct ContractTests {
    let clock = ManualClock()

    @Test(arguments: DeliveryQueueContract.allCases)
    func `the queue keeps its contract`(_ requirement: DeliveryQueueContract) async throws {
        try await requirement.verify(MemoryStore(clock: clock), clock: clock)
    }

    @Test(arguments: DeviceStoreContract.allCases)
    func `the device store keeps its contract`(_ requirement: DeviceStoreContract) async throws {
        try await requirement.verify(MemoryStore(clock: clock), clock: clock)
    }

    @Test(arguments: EventStoreContract.allCases)
    func `the event store keeps its contract`(_ requirement: EventStoreContract) async throws {
        try await requirement.verify(MemoryStore(clock: clock), clock: clock)
    }
}
