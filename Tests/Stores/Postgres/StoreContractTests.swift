import FanfareMemory
import FanfareTesting
import TestPrograms
import Testing

@testable import FanfarePostgres

@Suite struct StoreContractTests {
    let clock = ManualClock()

    /// One that hears only of its own work, as the contracts count what is announced.
    private func store() async throws -> PostgresStore {
        let url = try await TestPostgres.shared().freshURL(options: ["pool_size": "4", "listen": "off"])
        let store = try await PostgresStore.open(url, clock: clock)
        try await store.migrate()
        return store
    }

    @Test(arguments: DeliveryQueueContract.allCases)
    func `the queue keeps its contract`(_ requirement: DeliveryQueueContract) async throws {
        let store = try await store()
        try await requirement.verify(store, clock: clock)
        await store.close()
    }

    @Test(arguments: DeviceStoreContract.allCases)
    func `the device store keeps its contract`(_ requirement: DeviceStoreContract) async throws {
        let store = try await store()
        try await requirement.verify(store, clock: clock)
        await store.close()
    }

    @Test(arguments: EventStoreContract.allCases)
    func `the event store keeps its contract`(_ requirement: EventStoreContract) async throws {
        let store = try await store()
        try await requirement.verify(store, clock: clock)
        await store.close()
    }

    @Test(arguments: StoreTransferContract.allCases)
    func `the store can be moved from and to`(_ requirement: StoreTransferContract) async throws {
        let store = try await store()
        try await requirement.verify(store, clock: clock)
        await store.close()
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `whatever happens, it does as the memory store does`(seed: UInt64) async throws {
        let store = try await store()
        try await StoreTrial(seed: seed).compare(store, with: MemoryStore(clock: clock), clock: clock)
        await store.close()
    }
}
