import FanfareCore
import FanfareMemory
import FanfareTesting
import Testing

@testable import FanfareSQLite

private struct Greeting: Notification {
    static let type: NotificationType = "greeting"
    func via(_ recipient: some Notifiable) -> [Via<Self>] { [Via("record") { _, _ in "Hello" }] }
}

private struct User: Notifiable {
    var id: Int
    var recipientID: RecipientID { RecipientID(id) }
}

/// A store on a real file and on the real clock, under load and after mishaps.
@Suite struct SharedStoreTests {
    let file: TemporaryDatabase

    init() throws { file = try TemporaryDatabase() }

    private func open() async throws -> SQLiteStore {
        let store = try await SQLiteStore.open(file.path)
        try await store.migrate()
        return store
    }

    private func register(_ users: Range<Int>, in store: SQLiteStore) async throws {
        _ = try await store.register(
            users.map { number in
                DeviceRegistration(
                    try DeviceToken("token-\(number)", platform: "record"),
                    platform: "record",
                    user: .set(RecipientID(number))
                )
            }
        )
    }

    @Test(.timeLimit(.minutes(2)))
    func `store-03: eight workers, registrations and a second connection on one file get in nobody's way`()
        async throws
    {
        let stores = [try await open(), try await open()]
        try await register(0..<2000, in: stores[0])
        let channel = RecordingChannel(id: "record", of: String.self, capacity: 50) { _ in .sent() }
        let channels = try ChannelRegistry([channel])
        let notify = Notifier(store: stores[0], channels: channels)
        let shutdown = ShutdownSignal()
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                let worker = Worker(queue: stores[number % 2], channels: channels)
                group.addTask { await worker.run(until: shutdown) }
            }
            group.addTask {
                for number in 0..<200 { try await self.register(5000 + number..<5001 + number, in: stores[1]) }
            }
            try await notify((0..<2000).map { User(id: $0) }, Greeting())
            await channel.waitForAttempts(2000)
            shutdown.trigger()
            try await group.waitForAll()
        }
        let deliveries = Set(channel.attempts.map(\.context.delivery))
        #expect(channel.attempts.count == 2000)
        #expect(deliveries.count == 2000)
        #expect(try await stores[1].statistics() == QueueStatistics())
        #expect(try await stores[1].devices(after: nil, limit: 5000).count == 2200)
        for store in stores { await store.close() }
    }

    @Test(.timeLimit(.minutes(2)))
    func `queue-07: sending to very many stores in pages, and goes on where it stopped`() async throws {
        let store = try await open()
        let channel = RecordingChannel(id: "record", of: String.self, reach: .everyDevice)
        let notify = Notifier(store: store, channels: try ChannelRegistry([channel]))
        let users = (0..<20_000).map { User(id: $0) }
        // The process dies after some pages: what was stored is known by its keys, a page at a time.
        func page(_ start: Int) async throws -> [Receipt] {
            let options = DeliveryOptions(idempotencyKey: "all-\(start)")
            return try await notify(Array(users[start..<start + 2000]), Greeting(), options: options)
        }
        for start in stride(from: 0, to: 8000, by: 2000) { _ = try await page(start) }
        var repeats = 0
        for start in stride(from: 0, to: users.count, by: 2000) {
            repeats += try await page(start).count(where: \.isRepeat)
        }
        #expect(repeats == 8000)
        #expect(try await store.statistics().channels["record"]?.queued == 20_000)
        await store.close()
    }

    @Test func `api-03: a bad token that an older version stored fails alone, and once`() async throws {
        let clock = ManualClock()
        let store = try await SQLiteStore.open(file.path, clock: clock)
        try await store.migrate()
        let channel = RecordingChannel(id: "record", of: String.self) { attempt in
            attempt.route.address == "(null)" ? .rejected(DeliveryReason("bad-token")) : .sent()
        }
        let pipeline = try Pipeline(store: store, channels: [channel], clock: clock)
        let user = User(id: 1)
        for number in 0..<10 { try await pipeline.register("token-\(number)", on: "record", for: user) }
        try await store.database.write { try $0.run("update devices set token = '(null)' where token = 'token-7'") }

        let receipt = try await pipeline.notify(user, Greeting())
        try await pipeline.deliver()
        try await pipeline.advance(by: .seconds(86_400), step: .seconds(3600))
        let states = try #require(await store.notification(receipt.id)).deliveries.map(\.state)
        #expect(states.count { $0 == .sent } == 9)
        #expect(states.count { $0 == .failed } == 1)
        #expect(channel.attempts.count == 10)
        await store.close()
    }

    @Test(
        arguments: ClaimSource.all + [
            .take, .claimed, .settleSent, .settleRetry, .devicesOfUser, .deviceByToken, .deviceByKey,
        ]
    )
    func `what a worker asks all day uses indexes`(_ query: SQLiteQuery) async throws {
        let store = try await open()
        let plan = try await plan(of: query, in: store)
        // What json_each yields is read whole on purpose.
        #expect(!plan.isEmpty)
        #expect(!plan.contains { $0.hasPrefix("SCAN deliveries") || $0.hasPrefix("SCAN devices") }, "\(plan)")
        #expect(!plan.contains { ["SCAN d", "SCAN m", "SCAN v"].contains($0) }, "\(plan)")
        await store.close()
    }

    @Test(arguments: [DeliveryState.failed, .expired, .cancelled, .skipped])
    func `a page of what was not sent is read from an index of its own`(_ state: DeliveryState) async throws {
        let store = try await open()
        let plan = try await plan(of: .page(state: state), in: store)
        #expect(plan.first?.contains("deliveries_unsent") == true, "\(plan)")
        await store.close()
    }

    private func plan(of query: SQLiteQuery, in store: SQLiteStore) async throws -> [String] {
        try await store.database.read { connection in
            let row = try connection.statement(SQLiteQuery("plan", "explain query plan \(query.text)"))
            var lines: [String] = []
            while try row.step() { lines.append(row.text(3)) }
            return lines
        }
    }
}
