import FanfareCore
import FanfareSQLite
import Foundation
import TestPrograms
import Testing

/// A host is killed in the middle of its work, and another goes on from a copy of its store.
@Suite struct MoveTests {
    private static let deliveries = 2000
    /// As many as the record channel has under way at once.
    private static let capacity = 100

    private let folder: URL
    private var record: URL { folder.appending(path: "sent.log") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fanfare-move-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: record)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a host goes on from a copy of another store, and sends what was left and nothing else`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let old = try await HostProcess.start("RecordingHost", configuration: configuration("old.db"))
        let call = try await trigger(by: old)
        #expect(call.status == 202)
        try await wait { try lines().count >= Self.deliveries / 4 }
        await old.kill()
        let linesBefore = try lines()
        let sentBefore = Set(try await records("old.db").filter { $0.state == .sent }.map(\.id.description))

        // What was under way is held by the dead until its lease runs out, a minute from now.
        #expect(try await copy() == 1)
        #expect(try await copy("--force") == 0)
        // A copy that is made again changes nothing.
        #expect(try await copy("--force") == 0)

        let new = try await HostProcess.start("RecordingHost", configuration: configuration("new.db"))
        let again = try await trigger(by: new)
        #expect(again.status == 200, "the call is known by its idempotency key")
        #expect(again.answer == call.answer)
        try await waitUntilSettled(by: new)
        #expect(await new.stop() == 0)

        let moved = try await records("new.db")
        #expect(moved.allSatisfy { $0.state == .sent })
        #expect(moved.count + sentBefore.count == Self.deliveries)
        let linesAfter = try lines().dropFirst(linesBefore.count)
        #expect(linesAfter.sorted() == moved.map(\.id.description).sorted(), "the new host sends what was left, once")
        #expect(linesAfter.allSatisfy { !sentBefore.contains($0) }, "what was recorded as sent is not sent again")
        #expect(
            Set(linesBefore).intersection(linesAfter).count <= Self.capacity,
            "only what was in flight is sent twice"
        )
        #expect(!sentBefore.isEmpty && !moved.isEmpty, "the kill came in the middle of the work")
    }

    private func configuration(_ database: String) throws -> URL {
        let file = folder.appending(path: "\(database).json5")
        let text = """
            {
              store: "sqlite:\(database)",
              http: { listen: "127.0.0.1:0", apiKeys: ["\(HostClient.apiKey)"] },
              worker: { lease: "60s", drain: "2s" },
              channels: { record: { file: "sent.log" } },
              notifications: { "order.shipped": { via: ["record"], body: "Order {{order}} shipped" } },
            }
            """
        try Data(text.utf8).write(to: file)
        return file
    }

    private func trigger(by host: HostProcess) async throws -> (status: Int, answer: JSONValue) {
        let users = (0..<Self.deliveries).map { JSONValue.string("user-\($0)") }
        let body: JSONValue = [
            "to": ["users": .array(users)], "type": "order.shipped", "data": ["order": "1042"],
            "idempotencyKey": "order-1042",
        ]
        return try await HostClient(address: host.address).call("POST", "/v1/notifications", body)
    }

    /// - Returns: The exit status.
    private func copy(_ options: String...) async throws -> Int32 {
        let program = HostProcess.folderOfPrograms().appending(path: "RecordingHost").path
        func url(_ database: String) -> String { "sqlite:\(folder.appending(path: database).path)" }
        let arguments = ["copy", "--from", url("old.db"), "--to", url("new.db")] + options
        return try await ChildProcess.run(program, arguments, reading: .nothing).status
    }

    private func lines() throws -> [String] {
        let text = String(decoding: try Data(contentsOf: record), as: UTF8.self)
        return text.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    }

    private func waitUntilSettled(by host: HostProcess) async throws {
        let client = HostClient(address: host.address)
        try await wait {
            for state in ["queued", "sending"] {
                let (_, page) = try await client.call("GET", "/v1/deliveries?limit=1&state=\(state)")
                if page["items"]?.array?.isEmpty != true { return false }
            }
            return true
        }
    }

    /// Asks again and again, for two minutes at most: a file and another process do not call back.
    private func wait(until condition: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now.advanced(by: .seconds(120))
        while try await !condition() {
            try #require(ContinuousClock.now < deadline, "it takes too long")
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func records(_ database: String) async throws -> [Delivery] {
        let store = try await SQLiteStore.open(folder.appending(path: database).path)
        let records = try await store.deliveries(matching: DeliveryFilter(), after: nil, limit: 10_000)
        await store.close()
        return records
    }
}
