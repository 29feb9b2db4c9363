import FanfareCore
import FanfareMemory
import FanfareTesting
import FoundationEssentials
import Testing

@testable import FanfareHost

/// Events in a whole host, by its configured types.
@Suite(.timeLimit(.minutes(1)))
struct HostEventsTests {
    private let world = World(
        """
        { store: "shared:", channels: { pager: { key: "k" } },
          notifications: {
            hello: { via: ["pager"], title: "Hello {{name.first}}", priority: "high" },
          } }
        """
    )

    private func post(
        _ type: NotificationType,
        _ payload: String,
        to user: RecipientID = "42",
        key: String? = nil
    ) async throws -> EventID {
        let payload = Payload(json: Data(payload.utf8))
        let draft = EventDraft(type: type, user: user, payload: payload, idempotencyKey: key)
        return try #require(try await world.store.post([draft]).first)
    }

    private func register() async throws {
        let token = try DeviceToken("12345678", platform: "pager")
        _ = try await world.store.register([DeviceRegistration(token, platform: "pager", user: .set("42"))])
    }

    /// Runs a worker until the test is done.
    private func running(_ test: () async throws -> Void) async throws {
        async let status = world.run("worker")
        do { try await test() } catch {
            world.send(.stop)
            throw error
        }
        world.send(.stop)
        #expect(await status == 0)
    }

    @Test func `an event is sent as a notification of its type`() async throws {
        try await register()
        try await running {
            await world.waitForLog("started")
            _ = try await post("hello", #"{"name":{"first":"Ada"}}"#, key: "k")
            await world.pager.channels.value.last?.waitForAttempts(1)
        }
        let attempt = try #require(world.pager.channels.value.last?.attempts.first)
        #expect(attempt.message.text == "Hello Ada")
        #expect(attempt.context.priority == .high)
        let delivery = try await world.store.deliveries(matching: DeliveryFilter(), after: nil, limit: 2)
        let record = try await world.store.notification(try #require(delivery.first?.notification))
        #expect(record?.recipient == "42")
        #expect(record?.idempotencyKey == "k")
        #expect(delivery.count == 1)
    }

    @Test func `bad events are set aside with their reasons, in the log too, and hold up no others`() async throws {
        try await register()
        let secret = "s3cr3t"
        _ = try await world.store.enqueue(
            Submission(
                [],
                idempotency: .init(key: "used", fingerprint: Fingerprint(of: []), lifetime: .seconds(600))
            )
        )
        let bad: [(EventID, String)] = [
            (try await post("nonsense", "{}"), "unknown-type"),
            (try await post("hello", #"{"name":"\#(secret)"}"#), "wrong-data: /name/first is missing"),
            (
                try await post("hello", #"{"name":{"first":["\#(secret)"]}}"#),
                "wrong-data: /name/first is an array; expected a text, a number or a boolean"
            ),
            (
                try await post("hello", #"{"name":{"first":"\#(secret)"}"#),
                "undecodable-payload: the document ends too early at line 1, column 27"
            ),
            (try await post("hello", #"["\#(secret)"]"#), "undecodable-payload: it is an array; expected an object"),
            (try await post("hello", #"{"name":{"first":""}}"#, to: ""), "wrong-user: the user's id is missing"),
            (
                try await post("hello", #"{"name":{"first":"\#(String(repeating: secret, count: 30))"}}"#),
                "message-refused: for pager: TooLong"
            ),
            (
                try await post("hello", #"{"name":{"first":""}}"#, key: ""),
                "invalid-option: the idempotency key is empty"
            ),
            (try await post("hello", #"{"name":{"first":""}}"#, key: "used"), "idempotency-conflict"),
        ]
        _ = try await post("hello", #"{"name":{"first":"Ada"}}"#)
        try await running {
            await world.pager.channels.wait { !$0.isEmpty }
            await world.pager.channels.value.last?.waitForAttempts(1)
            await world.logged.wait { lines in lines.count { $0.contains("Event set aside") } == bad.count }
        }
        #expect(world.pager.channels.value.last?.messages.map(\.text) == ["Hello Ada"])
        let listed = try await world.store.setAsideEvents(after: nil, limit: 100)
        for (id, reason) in bad { #expect(listed.first { $0.id == id }?.reason == reason) }
        #expect(listed.count == bad.count)
        #expect(!listed.contains { $0.reason.contains(secret) })
        #expect(!world.logged.value.joined().contains(secret))
        #expect(world.logged.value.contains { $0.contains("Event set aside") && $0.contains("reason=unknown-type") })
    }

    @Test func `an event that was set aside is replayed when the host has learned its type`() async throws {
        try await register()
        let id = try await post("late", "{}")
        try await running {
            await world.waitForLog("Event set aside")
            world.write(
                """
                { store: "shared:", channels: { pager: { key: "k" } },
                  notifications: { late: { via: ["pager"], title: "Late" } } }
                """
            )
            world.send(.reload)
            await world.waitForLog("was read again")
            #expect(await world.run("events", "--replay", id.description) == 0)
            while try await world.store.deliveries(matching: DeliveryFilter(), after: nil, limit: 2).isEmpty,
                !Task.isCancelled
            {
                await Task.yield()
            }
        }
        #expect(try await world.store.setAsideEvents(after: nil, limit: 1).isEmpty)
        #expect(world.printed.value.contains("replayed: 1"))
    }

    @Test func `an event and a call over HTTP with one idempotency key are one notification`() async throws {
        try await TestAPI.serve { api in
            _ = try await api.register("ab12", for: "42")
            let call = #"{"to":{"user":"42"},"type":"greeting","data":{"name":"Ada","n":1.0},"idempotencyKey":"k"}"#
            #expect(try await api.call("POST", "/v1/notifications", call).status == 202)
            let translator = EventTranslator(catalog: api.catalog, notify: api.notify)
            func conclude(_ payload: String, key: String) async throws -> EventResult? {
                let payload = Payload(json: Data(payload.utf8))
                let draft = EventDraft(type: "greeting", user: "42", payload: payload, idempotencyKey: key)
                _ = try await api.store.post([draft])
                let event = try #require(try await api.store.claimEvents(upTo: 1, for: .seconds(60)).first)
                let submission = try await translator.translation(of: event).submission
                return try await api.store.conclude([EventConclusion(event.lease, .notification(submission))]).first
            }
            #expect(try await conclude(#"{ "n": 1, "name": "Ada" }"#, key: "k") == .duplicate)
            #expect(try await conclude(#"{"n":1,"name":"Bob"}"#, key: "k") == .conflict)
            #expect(try await api.deliveryCount() == 1)
            // And the other way round.
            #expect(try await conclude(#"{"n":1,"name":"Ada"}"#, key: "l") == .stored)
            let later = call.replacing(#""k""#, with: #""l""#)
            #expect(try await api.call("POST", "/v1/notifications", later).status == 200)
            #expect(try await api.deliveryCount() == 2)
        }
    }

    @Test func `what a Swift notification cannot be decoded from is a fault of the event`() async throws {
        let catalog = NotificationCatalog([HostNotification(Greeting.self)])
        let channels = try ChannelRegistry([RecordingChannel(id: "apns", of: String.self)])
        let store = MemoryStore(clock: world.clock)
        let notify = Notifier(store: store, channels: channels, clock: world.clock)
        let translator = EventTranslator(catalog: catalog, notify: notify)
        _ = try await store.post([EventDraft(type: "greeting", user: "42", payload: Payload(json: Data("{}".utf8)))])
        let event = try #require(await store.claimEvents(upTo: 1, for: .seconds(60)).first)
        let error = await #expect(throws: BadEvent.self) { _ = try await translator.translation(of: event) }
        #expect(error?.reason == .wrongData("/name is missing"))
    }
}
