import FanfareCore
import FanfareMemory
import FanfareTesting
import Testing

@Suite struct NotificationRecorderTests {
    let ada = User("ada")
    let eve = User("eve")
    let pipeline: Pipeline<MemoryStore>
    var recorder: NotificationRecorder { pipeline.recorder }

    init() async throws {
        let clock = ManualClock()
        pipeline = try Pipeline(
            store: MemoryStore(clock: clock),
            channels: [RecordingChannel(id: "pager", of: String.self)],
            clock: clock
        )
        try await pipeline.register("555", on: "pager", for: ada)
        try await pipeline.register("556", on: "pager", for: ada)
    }

    @Test func `what was sent is found by type and recipient`() async throws {
        #expect(recorder.hasSentNothing)
        try await pipeline.notify(ada, Page(text: "one"))
        try await pipeline.notify(eve, Page(text: "two"))
        try await pipeline.notify(ada, Alarm())
        #expect(recorder.sent(Page.self, to: ada).map(\.text) == ["one"])
        #expect(recorder.sent(Page.self).map(\.text) == ["one", "two"])
        #expect(recorder.sent(Alarm.self, to: eve).isEmpty)
        #expect(!recorder.hasSentNothing)
        #expect(!recorder.hasSentNothing(to: eve))
        #expect(recorder.hasSentNothing(to: User("bob")))
        #expect(recorder.prepared("page").map(\.recipient) == ["ada", "eve"])
    }

    @Test func `channels and what was skipped are told`() async throws {
        try await pipeline.notify(ada, Alarm())
        #expect(recorder.channels(to: ada) == ["pager", "pager"])
        #expect(recorder.skipped(for: ada) == [SkippedChannel(channel: "mail", reason: .notConfigured)])
        try await pipeline.notify(eve, Page(text: "one"))
        #expect(recorder.channels(to: eve).isEmpty)
        #expect(recorder.skipped(for: eve) == [SkippedChannel(channel: "pager", reason: .noRoute)])
    }

    @Test func `what was sent on demand is found with its routes`() async throws {
        let route = Route(channel: "pager", address: "999")
        try await pipeline.notify(OnDemand(route), Page(text: "one"))
        try await pipeline.notify(ada, Page(text: "two"))
        let sent = recorder.sentOnDemand(Page.self)
        #expect(sent.map(\.notification.text) == ["one"])
        #expect(sent.map(\.routes) == [[route]])
        #expect(recorder.sentOnDemand(Alarm.self).isEmpty)
    }

    @Test func `a repeat is not sent again`() async throws {
        let options = DeliveryOptions(idempotencyKey: "key")
        for _ in 0..<2 { try await pipeline.notify(ada, Page(text: "one"), options: options) }
        #expect(recorder.sent(Page.self).count == 1)
    }

    @Test func `what a failing expectation shows names types and recipients only`() async throws {
        #expect("\(recorder)" == "nothing was sent")
        try await pipeline.notify(ada, Page(text: "private"))
        try await pipeline.notify(eve, Alarm())
        #expect("\(recorder)" == "page to 'ada'\nalarm to 'eve'")
        recorder.reset()
        #expect(recorder.hasSentNothing)
    }
}
