import FanfareCore
import FanfareTesting
import Testing

@Suite struct RecordingChannelTests {
    struct Refusal: Error {}

    let route = Route(channel: "pager", address: "555")

    func context(attempt: Int = 1) -> DeliveryContext {
        let ids = IdentifierSource(clock: ManualClock())
        return DeliveryContext(delivery: ids.next(), notification: ids.next(), type: "test", attempt: attempt)
    }

    @Test func `answers come in the order given, and then it always sends`() async throws {
        let busy = DeliveryOutcome.retry(DeliveryReason("busy"))
        let gone = DeliveryOutcome.routeGone(DeliveryReason("gone"))
        let channel = RecordingChannel(id: "pager", of: String.self, answering: busy, gone)
        var outcomes: [DeliveryOutcome] = []
        for _ in 0..<4 { outcomes.append(try await channel.deliver("hi", to: route, context: context())) }
        #expect(outcomes == [busy, gone, .sent(), .sent()])
    }

    @Test func `attempts are kept with message, route and context`() async throws {
        let channel = RecordingChannel(id: "pager", of: String.self)
        let first = context()
        let second = context(attempt: 2)
        _ = try await channel.deliver("one", to: route, context: first)
        _ = try await channel.deliver("two", to: route, context: second)
        #expect(channel.messages == ["one", "two"])
        #expect(channel.attempts.map(\.route) == [route, route])
        #expect(channel.attempts.map(\.context) == [first, second])
    }

    @Test func `an attempt whose script throws is kept too`() async throws {
        let channel = RecordingChannel(id: "pager", of: String.self) { _ in throw Refusal() }
        await #expect(throws: Refusal.self) { try await channel.deliver("hi", to: route, context: context()) }
        #expect(channel.messages == ["hi"])
    }

    @Test func `waiting for attempts ends when there are enough`() async throws {
        let channel = RecordingChannel(id: "pager", of: String.self)
        let waiting = Task {
            await channel.waitForAttempts(2)
            return channel.attempts.count
        }
        for _ in 0..<2 { _ = try await channel.deliver("hi", to: route, context: context()) }
        #expect(await waiting.value == 2)
    }

    @Test func `it stands in for the channel it is named after`() throws {
        let plain = RecordingChannel(id: "pager", of: String.self)
        #expect(plain.reach == .devices("pager"))
        #expect(plain.idempotency == .replaces)
        let channel = RecordingChannel(
            id: "mail",
            of: String.self,
            capacity: 3,
            reach: .addresses,
            idempotency: .copies(atMost: 1),
            validation: { if $0.isEmpty { throw Refusal() } },
            script: { _ in .sent() }
        )
        #expect(channel.capacity == 3)
        #expect(channel.reach == .addresses)
        #expect(channel.idempotency == .copies(atMost: 1))
        try channel.validate("hi")
        #expect(throws: Refusal.self) { try channel.validate("") }
    }
}
