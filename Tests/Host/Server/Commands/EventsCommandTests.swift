import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareHost

@Suite(.timeLimit(.minutes(1)))
struct EventsCommandTests {
    private let world = World("{ store: \"shared:\", channels: { pager: { key: \"k\" } } }")

    private func output() throws -> JSONValue { try JSONParser().parse(world.printed.value.joined()) }

    private func setAside(_ count: Int, type: NotificationType = "hello") async throws -> [EventID] {
        let payload = try Payload(encoding: ["word": "s3cr3t"])
        let ids = try await world.store.post(
            (0..<count).map { EventDraft(type: type, user: "42", payload: payload, idempotencyKey: "key-\($0)") }
        )
        world.clock.advance(by: .seconds(1))
        let events = try await world.store.claimEvents(upTo: count, for: .seconds(60))
        _ = try await world.store.conclude(
            events.map { EventConclusion($0.lease, .setAside(.wrongData("/name is missing"))) }
        )
        return ids
    }

    @Test func `events are listed without their payload`() async throws {
        let id = try #require(try await setAside(1).first)
        #expect(await world.run("events", "--json") == 0)
        let expected: JSONValue = [
            "items": [
                [
                    "id": .string(id.description), "type": "hello", "user": "42", "idempotencyKey": "key-0",
                    "attempts": 1, "created": "2026-01-01T00:00:00.000Z", "setAside": "2026-01-01T00:00:01.000Z",
                    "reason": "wrong-data: /name is missing",
                ]
            ],
            "next": .null,
        ]
        #expect(try output() == expected)
        world.printed.update { $0 = [] }
        #expect(await world.run("events") == 0)
        #expect(world.printed.value.count == 2)
        #expect(world.printed.value.last?.hasSuffix("wrong-data: /name is missing") == true)
        #expect(!world.printed.value.joined().contains("s3cr3t"))
    }

    @Test func `a page ends with the cursor of the next`() async throws {
        let ids = try await setAside(5)
        var (seen, cursor): ([String], String?) = ([], nil)
        repeat {
            world.printed.update { $0 = [] }
            let arguments = ["events", "--limit", "2", "--json"] + (cursor.map { ["--after", $0] } ?? [])
            let fanfare = Fanfare(channels: world.plugins.channels, stores: world.plugins.stores)
            #expect(await fanfare.run(arguments, in: world.surroundings) == 0)
            seen += try output()["items"]?.array?.compactMap { $0["id"]?.string } ?? []
            cursor = try output()["next"]?.string
        } while cursor != nil && seen.count < 9
        #expect(seen == ids.reversed().map(\.description))
    }

    @Test func `what a program writes into an event cannot steer the terminal`() async throws {
        _ = try await setAside(1, type: "a\u{1B}[2Jb\nc")
        #expect(await world.run("events") == 0)
        #expect(world.printed.value.last?.contains("a\\u001b[2Jb\\u000ac") == true)
    }

    @Test func `events are replayed and discarded by id and all at once`() async throws {
        let ids = try await setAside(5)
        #expect(await world.run("events", "--discard", "\(ids[0])", "--discard", "\(ids[1])", "--json") == 0)
        #expect(try output() == ["discarded": 2])
        #expect(await world.run("events", "--replay", "\(ids[2])") == 0)
        #expect(world.printed.value.last == "replayed: 1")
        #expect(await world.run("events", "--replay", "\(ids[1])", "--replay", "\(ids[3])") == 1)
        #expect(world.printed.value.last == "replayed: 1")
        #expect(world.complaints.value == ["fanfare: 1 of the 2 events named are not set aside"])
        #expect(await world.run("events", "--discard", "all") == 0)
        #expect(world.printed.value.last == "discarded: 1")
        #expect(await world.run("events", "--replay", "all") == 0)
        #expect(world.printed.value.last == "replayed: 0")
        let waiting = try await world.store.claimEvents(upTo: 10, for: .seconds(60))
        #expect(waiting.map(\.lease.event) == [ids[2], ids[3]])
    }

    @Test(arguments: [
        (["--replay", "1", "--discard", "2"], "fanfare events takes one of --replay and --discard"),
        (["--replay", "first"], "--replay needs an event's id, or all"),
        (["--discard", "1.5"], "--discard needs an event's id, or all"),
        (["--after", "x"], "--after needs the cursor"),
        (["--limit", "0"], "--limit needs a number"), (["all"], "fanfare events takes no \"all\""),
    ])
    func `wrong usage is one line and status 2`(arguments: [String], expected: String) async {
        let fanfare = Fanfare(channels: world.plugins.channels, stores: world.plugins.stores)
        #expect(await fanfare.run(["events"] + arguments, in: world.surroundings) == 2)
        #expect(world.complaints.value.count == 1)
        #expect(world.complaints.value.first?.hasPrefix(expected) == true, "\(world.complaints.value)")
    }
}
