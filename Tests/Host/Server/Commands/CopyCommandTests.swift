import FanfareCore
import FanfareMemory
import FanfareSQLite
import FanfareTesting
import FoundationEssentials
import Testing

@testable import FanfareHost

@Suite(.timeLimit(.minutes(1)))
struct CopyCommandTests {
    private let world = World("{ this is no configuration")
    private let old: MemoryStore
    private let new: MemoryStore
    private let folder = FileManager.default.temporaryDirectory.appending(path: "fanfare-\(UUID())")

    init() {
        old = MemoryStore(clock: world.clock)
        new = MemoryStore(clock: world.clock)
    }

    private func run(_ arguments: String...) async -> Int32 {
        world.printed.update { $0 = [] }
        world.complaints.update { $0 = [] }
        let away = FailingStore(error: StoreUnavailable("nobody listens"))
        let plugins: [any StorePlugin] = [
            FixedPlugin(schemes: ["old"], store: old), FixedPlugin(schemes: ["new"], store: new),
            FixedPlugin(schemes: ["away"], store: away, migratesAtStart: false), MemoryPlugin(), SQLitePlugin(),
            CautiousPlugin(),
        ]
        return await Fanfare(channels: [], stores: plugins).run(["copy"] + arguments, in: world.surroundings)
    }

    /// Two devices, a notification to each of them, and a key; returns the deliveries.
    private func fill(_ store: some Store) async throws -> [DeliveryID] {
        let ids = IdentifierSource(clock: world.clock)
        let notifications = try await ["token-of-ada", "token-of-bob"].asyncMap { token in
            let registration = DeviceRegistration(
                try DeviceToken(token, platform: "pager"),
                platform: "pager",
                user: .set("42")
            )
            let device = try #require(try await store.register([registration]).first).id
            let route = Route(channel: "pager", address: token, device: device)
            let message = PreparedMessage(
                id: ids.next(),
                channel: "pager",
                payload: try Payload(encoding: ["text": "hello"]),
                maxAttempts: 3,
                deliveries: [PreparedDelivery(id: ids.next(), route: route)]
            )
            return PreparedNotification(
                id: ids.next(),
                type: "hello",
                category: .transactional,
                recipient: "42",
                messages: [message]
            )
        }
        let idempotency = Submission.Idempotency(
            key: "key",
            fingerprint: Fingerprint(rawValue: "1"),
            lifetime: .seconds(60)
        )
        _ = try await store.enqueue(Submission(notifications, idempotency: idempotency))
        return notifications.flatMap { $0.messages.flatMap { $0.deliveries.map(\.id) } }
    }

    @Test(arguments: [
        ([], "fanfare copy needs --from URL"), (["--from", "old:"], "fanfare copy needs --to URL"),
        (["--from", "old:", "--to", "fax://me:hunter2@host"], "--to needs a URL that begins with one of old:, new:, "),
        (["--from", "hunter2", "--to", "new:"], "--from needs a URL that begins with one of old:, new:, "),
        (["--from", "memory:", "--to", "new:"], "--from: a memory store ends with its process and cannot be copied"),
        (["--from", "old:", "--to", "memory:"], "--to: a memory store ends with its process and cannot be copied"),
        (["--from", "old:hunter2", "--to", "OLD:hunter2"], "--from and --to name the same store"),
        (["--from", "old:", "--to", "sqlite:"], "--to: the file is missing"),
        (["--from", "old:", "--to", "$env:NOWHERE"], "--to: the environment has no NOWHERE"),
    ])
    func `wrong usage is one line and status 2`(arguments: [String], expected: String) async {
        // Each is refused before a store is opened, so that none of them needs to be there.
        let words = arguments + Array(repeating: "", count: 4 - arguments.count)
        let status =
            switch arguments.count {
            case 0: await run()
            case 2: await run(words[0], words[1])
            default: await run(words[0], words[1], words[2], words[3])
            }
        #expect(status == 2)
        #expect(world.complaints.value.count == 1)
        #expect(world.complaints.value.first?.hasPrefix(expected) == true, "\(world.complaints.value)")
        #expect(!world.complaints.value.joined().contains("hunter2"))
        #expect(!world.complaints.value.joined().contains("memory:"))
        #expect(world.printed.value.isEmpty)
    }

    @Test func `what is left goes to the other store, and what to do next is said`() async throws {
        let deliveries = try await fill(old)
        world.variables.update { $0["TARGET"] = "new:" }
        #expect(await run("--from", "old:", "--to", "$env:TARGET") == 0)
        let lines = world.printed.value
        #expect(lines.contains { $0.split(separator: " ") == ["devices", "2", "0"] }, "\(lines)")
        #expect(lines.contains { $0.split(separator: " ") == ["deliveries", "2", "0"] })
        #expect(lines.contains { $0.split(separator: " ") == ["idempotency", "keys", "1", "0"] })
        #expect(lines.contains { $0.hasPrefix("Now point `store`") })
        #expect(lines.contains { $0.hasPrefix("Never start one on the old store again") })
        #expect(lines.contains { $0.hasPrefix("What has ended stays behind") })
        let found = await new.deliveries(matching: DeliveryFilter(state: .queued), after: nil, limit: 9)
        #expect(Set(found.map(\.id)) == Set(deliveries))

        #expect(await run("--from", "old:", "--to", "new:", "--json") == 0)
        let json = try JSONParser().parse(try #require(world.printed.value.first))
        #expect(world.printed.value.count == 1)
        #expect(json["from"] == "old")
        #expect(json["to"] == "new")
        for (name, known) in [("devices", 2), ("notifications", 2), ("deliveries", 2), ("keys", 1), ("events", 0)] {
            #expect(json[name] == ["copied": 0, "known": .number(JSONNumber(known))])
        }
    }

    @Test func `a source that a host works on is refused, unless it is said to be dead`() async throws {
        let deliveries = try await fill(old)
        let claims = await old.claim(upTo: 1, on: "pager", for: .seconds(60))
        #expect(await run("--from", "old:", "--to", "new:") == 1)
        let complaint = world.complaints.value.first ?? ""
        #expect(
            complaint.hasPrefix("fanfare: a worker holds a delivery of the source; stop the hosts first"),
            "\(complaint)"
        )
        #expect(await new.devices(after: nil, limit: 9).isEmpty)
        #expect(await run("--from", "old:", "--to", "new:", "--force") == 0)
        let restored = await new.claim(upTo: 9, on: "pager", for: .seconds(60))
        #expect(restored.map(\.lease.delivery) == deliveries)
        let held = try #require(restored.first { $0.lease.delivery == claims.first?.lease.delivery })
        #expect(held.attempt == 2)
        #expect(held.uncertainAttempts == 1)

        world.clock.advance(by: .seconds(60))
        #expect(await run("--from", "old:", "--to", "new:") == 0)
    }

    @Test func `a store that cannot be used is named, and what to do`() async throws {
        #expect(await run("--from", "away:", "--to", "new:") == 1)
        #expect(world.complaints.value.first?.hasPrefix("fanfare: the source cannot be used: nobody listens") == true)
        #expect(await run("--from", "old:", "--to", "away:") == 1)
        #expect(world.complaints.value.first?.hasPrefix("fanfare: the target cannot be used: nobody listens") == true)
        #expect(world.complaints.value.first?.hasSuffix("add --migrate") == true)
        #expect(await run("--from", "old:", "--to", "away:", "--migrate") == 1)
        #expect(world.complaints.value.first?.contains("schema cannot be brought up to date: nobody listens") == true)
    }

    @Test func `a file goes to another, and one that is not there is not made`() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (from, to) = (folder.appending(path: "from.db").path, folder.appending(path: "to.db").path)
        #expect(await run("--from", "sqlite:\(from)", "--to", "sqlite:\(to)") == 1)
        #expect(world.complaints.value.first == "fanfare: the source cannot be opened: there is no file \(from)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)

        let source = try await SQLiteStore.open(from, clock: world.clock)
        #expect(await run("--from", "sqlite:\(from)", "--to", "sqlite:\(to)") == 1)
        #expect(world.complaints.value.first?.contains("the source cannot be used") == true)
        try await source.migrate()
        let deliveries = try await fill(source)
        await source.close()
        #expect(await run("--from", "sqlite:\(from)", "--to", "cautious:\(to)") == 1)
        #expect(world.complaints.value.first?.hasSuffix("add --migrate") == true, "\(world.complaints.value)")
        #expect(await run("--from", "sqlite:\(from)", "--to", "cautious:\(to)", "--migrate") == 0)
        #expect(await run("--from", "sqlite:\(from)", "--to", "sqlite:\(to).2") == 0)
        for path in [to, to + ".2"] {
            let target = try await SQLiteStore.open(path, clock: world.clock)
            #expect(try await target.claim(upTo: 9, on: "pager", for: .seconds(9)).map(\.lease.delivery) == deliveries)
            await target.close()
        }
    }
}

/// Leads to a store that outlives the commands.
private struct FixedPlugin: StorePlugin {
    let schemes: [String]
    let store: any Store
    var migratesAtStart = true

    func open(_ location: StoreLocation, in environment: PluginEnvironment) -> any Store { store }
}

/// A store whose schema is brought up to date on request only.
private struct CautiousPlugin: StorePlugin {
    let schemes = ["cautious"]
    let migratesAtStart = false

    func open(_ location: StoreLocation, in environment: PluginEnvironment) async throws -> any Store {
        try await SQLitePlugin().open(location, in: environment)
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
