import FanfareCore
import FanfareMemory
import FanfareTesting
import Testing

@testable import FanfareSQLite

@Suite struct TransferTests {
    private struct Crash: Error {}

    let clock = ManualClock()
    let file: TemporaryDatabase

    init() throws { file = try TemporaryDatabase() }

    private func store() async throws -> SQLiteStore {
        let store = try await SQLiteStore.open(file.path, clock: clock)
        try await store.migrate()
        return store
    }

    @Test(arguments: StoreTransferContract.allCases)
    func `the store keeps the contract of moving`(_ requirement: StoreTransferContract) async throws {
        let store = try await store()
        try await requirement.verify(store, clock: clock)
        await store.close()
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `whatever is left moves from memory to the file`(seed: UInt64) async throws {
        let (source, target) = (MemoryStore(clock: clock), try await store())
        let trial = StoreTrial(seed: seed)
        try await trial.fill(source, clock: clock)
        try await trial.requireCopy(from: source, to: target, clock: clock)
        await target.close()
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `whatever is left moves from the file to memory`(seed: UInt64) async throws {
        let (source, target) = (try await store(), MemoryStore(clock: clock))
        let trial = StoreTrial(seed: seed)
        try await trial.fill(source, clock: clock)
        try await trial.requireCopy(from: source, to: target, clock: clock)
        await source.close()
    }

    /// The file is closed after each number of pages in turn, until a copy comes to its end.
    @Test func `a copy that broke off is completed by the next`() async throws {
        let source = MemoryStore(clock: clock)
        let trial = StoreTrial(seed: 11, steps: 300)
        try await trial.fill(source, clock: clock)
        var crashes = 0
        var isWhole = false
        while !isWhole {
            let file = try TemporaryDatabase()
            let broken = try await SQLiteStore.open(file.path, clock: clock)
            try await broken.migrate()
            let copy = StoreCopy(from: source, to: broken, pageSize: 3)
            var pages = 0
            do {
                try await copy.run(evenIfHeld: true) { _ in
                    pages += 1
                    if pages > crashes { throw Crash() }
                }
                isWhole = true
            } catch is Crash {
                crashes += 1
            }
            await broken.close()

            let reopened = try await SQLiteStore.open(file.path, clock: clock)
            let report = try await StoreCopy(from: source, to: reopened, pageSize: 3).run(evenIfHeld: true)
            let known = report.devices.known + report.notifications.known + report.keys.known
            #expect(known > 0)
            let unsettled = await source.unsettledNotifications(after: nil, limit: 10_000)
            #expect(try await reopened.unsettledNotifications(after: nil, limit: 10_000) == unsettled)
            let devices = await source.devices(after: nil, limit: 10_000)
            #expect(try await reopened.devices(after: nil, limit: 10_000) == devices)
            let keys = await source.idempotencyKeys(after: nil, limit: 10_000)
            #expect(try await Set(reopened.idempotencyKeys(after: nil, limit: 10_000)) == Set(keys))
            if isWhole { try await trial.requireCopy(from: source, to: reopened, clock: clock) }
            await reopened.close()
        }
        #expect(crashes > 4)
    }

    @Test func `pages of unsettled work are found by an index, one after the other`() async throws {
        let store = try await store()
        let plans = try await store.reading { connection in
            try [SQLiteQuery.unsettledNotifications, .livingKeys, .knownDevice, .devicesPage].map { query in
                let plan = try connection.statement(SQLiteQuery("explain", "explain query plan \(query.text)"))
                var lines: [String] = []
                while try plan.step() { lines.append(plan.text(3)) }
                return lines
            }
        }
        await store.close()
        let all = plans.flatMap { $0 }
        #expect(all.contains { $0.contains("USING INDEX deliveries_notification (notification_id>?)") }, "\(all)")
        #expect(all.contains { $0.contains("idempotency_keys USING PRIMARY KEY (key>?") }, "\(all)")
        #expect(all.contains { $0.contains("SEARCH devices USING INDEX sqlite_autoindex_devices_1 (id<?)") }, "\(all)")
        #expect(!all.contains { $0.hasPrefix("SCAN devices") || $0.hasPrefix("SCAN deliveries") }, "\(all)")
    }
}
