import FanfareCore
import FanfareSQLite
import Foundation
import Testing

/// The real host on SQLite, killed again and again: promises 2 and 4 against a real process.
@Suite struct CrashTests {
    private static let deliveries = 5000
    private static let batch = 500
    private static let kills = 6
    /// As many as the record channel has under way at once.
    private static let capacity = 100

    /// What was known when a host was killed.
    private struct Crash {
        let recordedAsSent: Set<String>
        let linesBefore: Int
    }

    private let folder: URL
    private var configuration: URL { folder.appending(path: "fanfare.json5") }
    private var record: URL { folder.appending(path: "sent.log") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fanfare-crash-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let text = """
            {
              store: "sqlite:crash.db",
              http: { listen: "127.0.0.1:0", apiKeys: ["\(HostClient.apiKey)"] },
              worker: { lease: "1s", drain: "2s" },
              channels: { record: { file: "sent.log" } },
              notifications: { "order.shipped": { via: ["record"], body: "Order {{order}} shipped" } },
            }
            """
        try Data(text.utf8).write(to: configuration)
        try Data().write(to: record)
    }

    @Test(.timeLimit(.minutes(5)))
    func `promises 2 and 4: kill -9 at any moment loses nothing, and sends nothing again that was recorded`()
        async throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        let current = Watched(try await HostProcess.start("RecordingHost", configuration: configuration))

        async let enqueued: Void = enqueueAll(by: current)
        var crashes: [Crash] = []
        for number in 1...Self.kills {
            // Somewhere in the next part of the work, and the first of them while notifications still come in.
            let part = Self.deliveries / (Self.kills + 1)
            try await waitForLines(Int.random(in: (number - 1) * part...number * part))
            await current.value.kill()
            crashes.append(Crash(recordedAsSent: try await sent(), linesBefore: try lines().count))
            let next = try await HostProcess.start("RecordingHost", configuration: configuration)
            current.update { $0 = next }
        }
        try await enqueued
        try await waitUntilSettled(by: current.value)
        #expect(await current.value.stop() == 0)

        let lines = try lines()
        let all = try await records()
        #expect(all.count == Self.deliveries)
        #expect(all.allSatisfy { $0.state == .sent }, "every delivery ends as sent: nothing else happened to any")
        #expect(Set(lines) == Set(all.map(\.id.description)), "what is recorded as sent was sent, and nothing else")
        #expect(lines.count - Self.deliveries <= Self.kills * Self.capacity, "only what was in flight is sent twice")
        for crash in crashes {
            let again = lines.dropFirst(crash.linesBefore).filter(crash.recordedAsSent.contains)
            #expect(again.isEmpty, "what was recorded as sent is not sent again")
        }
        #expect(crashes.contains { !$0.recordedAsSent.isEmpty }, "the kills came in the middle of the work")
    }

    @Test(.timeLimit(.minutes(5)))
    func `queue-05: a host that is asked to stop in the middle sends nothing twice`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let current = Watched(try await HostProcess.start("RecordingHost", configuration: configuration))

        async let enqueued: Void = enqueueAll(by: current)
        for number in 1...3 {
            try await waitForLines(number * Self.deliveries / 5)
            #expect(await current.value.stop() == 0)
            #expect(try await records().allSatisfy { $0.state != .sending }, "what it held it has given back")
            let next = try await HostProcess.start("RecordingHost", configuration: configuration)
            current.update { $0 = next }
        }
        try await enqueued
        try await waitUntilSettled(by: current.value)
        #expect(await current.value.stop() == 0)

        let lines = try lines()
        #expect(lines.count == Self.deliveries)
        #expect(Set(lines).count == Self.deliveries)
    }

    @Test(.timeLimit(.minutes(5)))
    func `two hosts on one file share the work and send nothing twice`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try await HostProcess.start("RecordingHost", configuration: configuration)
        let second = try await HostProcess.start("RecordingHost", configuration: configuration)
        try await enqueueAll(by: Watched(first))
        try await waitUntilSettled(by: second)
        #expect(await first.stop() == 0)
        #expect(await second.stop() == 0)

        let lines = try lines()
        #expect(lines.count == Self.deliveries)
        #expect(Set(lines).count == Self.deliveries)
    }

    /// Triggers a notification for each user, and repeats calls a kill has cut off; their keys make that harmless.
    private func enqueueAll(by current: Watched<HostProcess>) async throws {
        for start in stride(from: 0, to: Self.deliveries, by: Self.batch) {
            let users = (start..<start + Self.batch).map { JSONValue.string("user-\($0)") }
            let body: JSONValue = [
                "to": ["users": .array(users)], "type": "order.shipped", "data": ["order": .string("\(start)")],
                "idempotencyKey": .string("batch-\(start)"),
            ]
            while true {
                let host = current.value
                do {
                    let (status, answer) = try await HostClient(address: host.address)
                        .call("POST", "/v1/notifications", body)
                    try #require([200, 202].contains(status), "\(answer.compactText.prefix(500))")
                    break
                } catch is URLError {
                    await current.wait { $0 !== host }
                }
            }
        }
    }

    private func lines() throws -> [String] {
        let text = String(decoding: try Data(contentsOf: record), as: UTF8.self)
        return text.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    }

    private func waitForLines(_ count: Int) async throws {
        try await wait { try lines().count >= count }
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

    private func sent() async throws -> Set<String> {
        Set(try await records().filter { $0.state == .sent }.map(\.id.description))
    }

    private func records() async throws -> [Delivery] {
        let store = try await SQLiteStore.open(folder.appending(path: "crash.db").path)
        var records: [Delivery] = []
        while true {
            let page = try await store.deliveries(matching: DeliveryFilter(), after: records.last?.id, limit: 1000)
            if page.isEmpty { break }
            records += page
        }
        await store.close()
        return records
    }
}
