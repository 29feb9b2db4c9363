import FanfareCore
import FanfareTesting
import TestPrograms
import Testing

@testable import FanfareSQLite

/// Events that other programs write into the file.
@Suite(.timeLimit(.minutes(1))) struct SharedEventsTests {
    let file: TemporaryDatabase

    init() throws { file = try TemporaryDatabase() }

    private func open() async throws -> SQLiteStore {
        let store = try await SQLiteStore.open(file.path)
        try await store.migrate()
        return store
    }

    /// Runs SQL in the sqlite3 program, as an application in any language would.
    private func sqlite3(_ sql: String) async throws -> (output: String, status: Int32) {
        try await ChildProcess.run("/usr/bin/env", ["sqlite3", "-bail", file.path], input: sql, reading: .both)
    }

    @Test func `any program posts an event with one insert`() async throws {
        let store = try await open()
        let before = SystemClock().now
        let (output, status) = try await sqlite3(
            """
            insert into events (type, user_id, payload) values ('order.shipped', '42', '{"order":"7"}');
            insert into events (type, user_id, idempotency_key) values ('hello', 43, 'key');
            insert into events (type) values ('nobody');
            """
        )
        #expect(status == 0, "\(output)")
        let events = try await store.claimEvents(upTo: 10, for: .seconds(60))
        #expect(events.map(\.type) == ["order.shipped", "hello", "nobody"])
        #expect(events.map(\.user) == ["42", "43", .onDemand])
        #expect(events.map { String(decoding: $0.payload.json, as: UTF8.self) } == [#"{"order":"7"}"#, "{}", "{}"])
        #expect(events.map(\.idempotencyKey) == [nil, "key", nil])
        #expect(events.map(\.attempts) == [1, 1, 1])
        for event in events {
            // SQLite's clock has milliseconds.
            #expect(event.created >= before.advanced(by: .milliseconds(-1)))
            #expect(event.created <= SystemClock().now.advanced(by: .milliseconds(1)))
        }
        await store.close()
    }

    @Test func `an event is posted in the application's own transaction, or not at all`() async throws {
        let store = try await open()
        let insert = "insert into events (type, user_id, payload) values ('order.shipped', '42', '{}');"
        let (output, status) = try await sqlite3(
            """
            create table orders (number integer primary key);
            begin; insert into orders values (1); \(insert) commit;
            begin; insert into orders values (2); \(insert) rollback;
            """
        )
        #expect(status == 0, "\(output)")
        #expect(try await store.claimEvents(upTo: 10, for: .seconds(60)).count == 1)
        await store.close()
    }

    @Test(arguments: [
        ("type", "printf('%.256c', 'a')"), ("type", "null"), ("user_id", "printf('%.256c', 'a')"),
        ("idempotency_key", "printf('%.256c', 'a')"), ("payload", "printf('%.1048577c', 'a')"), ("payload", "x'00'"),
    ])
    func `what is too large for an event is refused by the database`(column: String, value: String) async throws {
        let store = try await open()
        let columns = column == "type" ? column : "type, \(column)"
        let values = column == "type" ? value : "'hello', \(value)"
        let (output, status) = try await sqlite3("insert into events (\(columns)) values (\(values));")
        #expect(status != 0)
        #expect(output.contains("constraint") || output.contains("cannot store"), "\(output)")
        #expect(try await store.claimEvents(upTo: 10, for: .seconds(60)).isEmpty)
        await store.close()
    }

    @Test func `two processes' stores on one file conclude each event once`() async throws {
        let stores = [try await open(), try await open()]
        let payload = try Payload(encoding: [String: String]())
        _ = try await stores[0].post(Array(repeating: EventDraft(type: "e", user: "42", payload: payload), count: 500))
        let ids = IdentifierSource(clock: SystemClock())
        let stored = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<4 {
                let store = stores[number % 2]
                group.addTask {
                    var stored = 0
                    while case let events = try await store.claimEvents(upTo: 20, for: .seconds(60)), !events.isEmpty {
                        let conclusions = events.map { event in
                            let notification = PreparedNotification(
                                id: ids.next(),
                                type: event.type,
                                category: .transactional,
                                recipient: event.user,
                                messages: []
                            )
                            return EventConclusion(event.lease, .notification(Submission([notification])))
                        }
                        stored += try await store.conclude(conclusions).count { $0 == .stored }
                    }
                    return stored
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(stored == 500)
        let rows = try await stores[0].database.read { connection in
            [
                try connection.integer("select count(*) from notifications"),
                try connection.integer("select count(*) from events"),
            ]
        }
        #expect(rows == [500, 0])
        for store in stores { await store.close() }
    }

    @Test(
        arguments: [
            (SQLiteQuery.lapsedEvent, "events_claimed"), (.waitingEvents, "events_waiting"),
            (.setAsideEvents, "events_set_aside"),
        ]
    )
    func `what hosts ask all day, and people now and then, is read from indexes`(
        _ query: SQLiteQuery,
        index: String
    ) async throws {
        let store = try await open()
        let plan = try await store.database.read { connection in
            let row = try connection.statement(SQLiteQuery("plan", "explain query plan \(query.text)"))
            var lines: [String] = []
            while try row.step() { lines.append(row.text(3)) }
            return lines
        }
        #expect(plan.count == 1)
        #expect(plan.first?.contains("USING INDEX \(index)") == true, "\(plan)")
        await store.close()
    }
}
