import FanfareCore
import FanfarePostgres
import FanfareSQLite
import Foundation
import TestPrograms
import Testing

/// A store of the hosts under test.
enum HostStore: String, CaseIterable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgres = "Postgres"

    var testDescription: String { rawValue }
}

/// A folder with a configuration that any number of hosts use, their store, and the record of what they have sent.
final class HostBench: Sendable {
    /// As many as the record channel has under way at once.
    static let capacity = 100

    /// Where the hosts keep everything.
    let storeURL: String
    let configuration: URL
    private let folder: URL
    private let record: URL

    /// - Parameters:
    ///   - storeURL: The store; a SQLite file in the folder if there is none.
    ///   - lease: How long hosts hold deliveries, as in a configuration.
    ///   - other: Another bench, whose hosts record in the same file.
    init(at storeURL: String? = nil, lease: String, recordingWith other: HostBench? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fanfare-hosts-\(UUID())")
        record = other?.record ?? folder.appending(path: "sent.log")
        configuration = folder.appending(path: "fanfare.json5")
        self.storeURL = storeURL ?? "sqlite:\(folder.appending(path: "fanfare.db").path)"
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if other == nil { try Data().write(to: record) }
        try configure(lease: lease)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A bench on a new store that has its schema.
    static func with(
        _ kind: HostStore,
        lease: String,
        recordingWith other: HostBench? = nil
    ) async throws -> HostBench {
        switch kind {
        case .sqlite: try HostBench(lease: lease, recordingWith: other)
        case .postgres:
            try await HostBench(
                migrating: TestPostgres.shared().freshURL(schema: "hosts"),
                lease: lease,
                recordingWith: other
            )
        }
    }

    /// A bench on a schema of Postgres, which is made.
    convenience init(migrating url: String, lease: String, recordingWith other: HostBench? = nil) async throws {
        try self.init(at: url, lease: lease, recordingWith: other)
        let store = try await PostgresStore.open(url)
        try await store.migrate()
        await store.close()
    }

    /// Writes the configuration for hosts that are started from now on.
    ///
    /// - Parameter hold: How long a delivery stays under way after its line is written.
    func configure(lease: String, hold: String = "0s") throws {
        let text = """
            {
              store: "\(storeURL)",
              http: { listen: "127.0.0.1:0", apiKeys: ["\(HostClient.apiKey)"] },
              worker: { lease: "\(lease)", drain: "2s" },
              channels: { record: { file: "\(record.path)", hold: "\(hold)" } },
              notifications: { "order.shipped": { via: ["record"], body: "Order {{order}} shipped" } },
            }
            """
        try Data(text.utf8).write(to: configuration)
    }

    // MARK: Hosts

    /// Starts a host and waits until it listens.
    func serve(_ options: String...) async throws -> HostProcess {
        try await HostProcess.start("RecordingHost", ["serve"] + options, configuration: configuration)
    }

    /// Starts a worker without an API and waits until it works.
    func work() async throws -> HostProcess {
        try await HostProcess.start("RecordingHost", ["worker"], configuration: configuration)
    }

    /// Runs a command that takes the configuration to its end.
    func runConfigured(_ arguments: String...) async throws -> (output: String, status: Int32) {
        try await run(arguments + ["--config", configuration.path])
    }

    /// Runs a command to its end.
    func run(_ arguments: [String]) async throws -> (output: String, status: Int32) {
        let program = HostProcess.folderOfPrograms().appending(path: "RecordingHost").path
        return try await ChildProcess.run(program, arguments, reading: .both)
    }

    // MARK: Notifications

    /// Triggers a notification for each of these users, in calls of 500 that are repeated until they are answered: their
    /// keys make that harmless.
    ///
    /// - Parameter host: Whom to call next; it is asked again when one cannot be reached or has no store.
    func enqueue(_ users: Range<Int>, by host: @Sendable () async -> HostProcess) async throws {
        for start in stride(from: users.lowerBound, to: users.upperBound, by: 500) {
            let part = (start..<min(start + 500, users.upperBound)).map { JSONValue.string("user-\($0)") }
            let body: JSONValue = [
                "to": ["users": .array(part)], "type": "order.shipped", "data": ["order": .string("\(start)")],
                "idempotencyKey": .string("batch-\(start)"),
            ]
            try await wait {
                let client = HostClient(address: await host().address)
                guard let (status, answer) = try? await client.call("POST", "/v1/notifications", body) else {
                    return false
                }
                try #require([200, 202, 503].contains(status), "\(answer.compactText.prefix(500))")
                return status != 503
            }
        }
    }

    // MARK: What has been sent

    /// What was sent, in order.
    func lines() throws -> [SentLine] {
        let text = String(decoding: try Data(contentsOf: record), as: UTF8.self)
        return try text.split(separator: "\n").map { line in
            try #require(SentLine(line), "\(line)")
        }
    }

    /// All deliveries, as the store has them.
    func records() async throws -> [Delivery] {
        let store = try await open()
        var records: [Delivery] = []
        while true {
            let page = try await store.deliveries(matching: DeliveryFilter(), after: records.last?.id, limit: 1000)
            if page.isEmpty { break }
            records += page
        }
        await store.close()
        return records
    }

    private func open() async throws -> any Store {
        guard storeURL.hasPrefix("sqlite:") else { return try await PostgresStore.open(storeURL) }
        return try await SQLiteStore.open(String(storeURL.dropFirst("sqlite:".count)))
    }

    // MARK: Waiting

    func waitForLines(_ count: Int) async throws {
        try await wait { try lines().count >= count }
    }

    /// Lets a host stand still, at a moment at which it holds deliveries. No other host may be at work.
    func halt(_ host: HostProcess) async throws {
        let store = try await open()
        try await wait {
            host.signal(SIGSTOP)
            // The signal is on its way for a moment, in which the host goes on.
            try await wait { host.hasStopped }
            let filter = DeliveryFilter(state: .sending)
            if try await !store.deliveries(matching: filter, after: nil, limit: 1).isEmpty { return true }
            host.signal(SIGCONT)
            return false
        }
        await store.close()
    }

    /// Waits until nothing is left to do, as a host tells.
    func waitUntilSettled(by host: HostProcess) async throws {
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
    func wait(until condition: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now.advanced(by: .seconds(120))
        while try await !condition() {
            try #require(ContinuousClock.now < deadline, "it takes too long")
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
