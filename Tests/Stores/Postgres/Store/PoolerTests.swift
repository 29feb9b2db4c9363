import FanfareCore
import FanfareMemory
import FanfareTesting
import TestPrograms
import Testing

@testable import FanfarePostgres

/// Behind a pooler that shares connections between transactions, with the options that are meant for it.
@Suite struct PoolerTests {
    private let options = ["prepared_statements": "off", "listen": "off", "pool_size": "8"]

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func `whatever happens, it does as the memory store does`(seed: UInt64) async throws {
        let server = try await TestPostgres.shared()
        let pooler = try await TestPooler(before: server, connections: 3)
        let clock = ManualClock()
        let url = pooler.url(server.freshURL(options: options), of: server)
        let store = try await PostgresStore.open(url, clock: clock)
        try await store.migrate()
        try await StoreTrial(seed: seed).compare(store, with: MemoryStore(clock: clock), clock: clock)
        await store.close()
        await pooler.stop()
    }

    @Test func `many callers at once share few connections of the server`() async throws {
        let server = try await TestPostgres.shared()
        let pooler = try await TestPooler(before: server, connections: 2)
        let url = pooler.url(server.freshURL(options: options), of: server)
        let store = try await PostgresStore.open(url)
        try await store.migrate()
        try await withThrowingDiscardingTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    let draft = EventDraft(type: "t", user: "u", payload: try Payload(encoding: [number]))
                    _ = try await store.post([draft])
                    let events = try await store.claimEvents(upTo: 1, for: .seconds(60))
                    let leases = events.map { EventConclusion($0.lease, .notification(Submission([]))) }
                    #expect(try await store.conclude(leases).allSatisfy { $0 == .stored })
                }
            }
        }
        #expect(try await store.events(after: nil, limit: 200).isEmpty)
        await store.close()
        await pooler.stop()
    }

    @Test func `without the option it does not work, which is why there is one`() async throws {
        let server = try await TestPostgres.shared()
        let pooler = try await TestPooler(before: server, connections: 1)
        let url = pooler.url(server.freshURL(options: ["listen": "off"]), of: server)
        await #expect(throws: (any Error).self) { try await PostgresStore.open(url) }
        await pooler.stop()
    }
}
