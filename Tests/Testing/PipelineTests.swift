import FanfareCore
import FanfareMemory
import FanfareTesting
import Testing

@Suite struct PipelineTests {
    let clock = ManualClock()
    let user = User("ada")

    func pipeline(_ channels: any Channel...) throws -> Pipeline<MemoryStore> {
        try Pipeline(store: MemoryStore(clock: clock), channels: channels, clock: clock)
    }

    @Test func `delivering works off what is due now and no more`() async throws {
        let pager = RecordingChannel(id: "pager", of: String.self)
        let pipeline = try pipeline(pager)
        try await pipeline.register("555", on: "pager", for: user)
        try await pipeline.notify(user, Page(text: "now"))
        try await pipeline.notify(user, Page(text: "later"), options: DeliveryOptions(delay: .seconds(60)))
        #expect(try await pipeline.deliver() == 1)
        #expect(pager.messages == ["now"])
        #expect(try await pipeline.deliver() == 0)
    }

    @Test func `moving time works off what becomes due on the way, in order`() async throws {
        let clock = clock
        let start = clock.now
        let pager = RecordingChannel(id: "pager", of: String.self) { attempt in
            .sent(providerID: "\(start.duration(to: clock.now).components.seconds)")
        }
        let pipeline = try pipeline(pager)
        try await pipeline.register("555", on: "pager", for: user)
        for delay in [30, 10, 90] {
            let options = DeliveryOptions(delay: .seconds(delay))
            try await pipeline.notify(user, Page(text: "\(delay)"), options: options)
        }
        #expect(try await pipeline.advance(by: .seconds(60)) == 2)
        #expect(start.duration(to: clock.now) == .seconds(60))
        #expect(pager.messages == ["10", "30"])
        let sent = await pipeline.store.deliveries(matching: DeliveryFilter(state: .sent), after: nil, limit: 10)
        #expect(sent.compactMap(\.providerID).sorted() == ["10", "30"])
    }

    @Test func `a step that does not divide the way ends where it should`() async throws {
        let start = clock.now
        try await pipeline().advance(by: .milliseconds(2500), step: .seconds(1))
        #expect(start.duration(to: clock.now) == .milliseconds(2500))
    }

    @Test func `another go for something now or never is a try and not its end`() async throws {
        let pager = RecordingChannel(id: "pager", of: String.self, answering: .rejected(DeliveryReason("refused")))
        let pipeline = try pipeline(pager)
        try await pipeline.register("555", on: "pager", for: user)
        let options = DeliveryOptions(expiresIn: .zero)
        let receipt = try await pipeline.notify(user, Page(text: "now"), options: options)
        let id = try #require(receipt.deliveries.first).id
        try await pipeline.deliver()
        #expect(await pipeline.store.delivery(id)?.state == .failed)

        clock.advance(by: .seconds(60))
        _ = await pipeline.store.retry(id)
        try await pipeline.deliver()
        #expect(await pipeline.store.delivery(id)?.state == .sent)
        #expect(pager.attempts.map(\.context.attempt) == [1, 2])
    }

    @Test func `something now or never that may have been sent is not tried again`() async throws {
        let pager = RecordingChannel(id: "pager", of: String.self)
        let pipeline = try pipeline(pager)
        try await pipeline.register("555", on: "pager", for: user)
        try await pipeline.notify(user, Page(text: "now"), options: DeliveryOptions(expiresIn: .zero))
        let lost = await pipeline.store.claim(upTo: 1, on: "pager", for: .seconds(30))
        clock.advance(by: .seconds(30))
        try await pipeline.deliver()
        let id = try #require(lost.first).lease.delivery
        #expect(await pipeline.store.delivery(id)?.state == .expired)
        #expect(pager.attempts.isEmpty)
    }

    @Test func `registering gives the device the user has`() async throws {
        let pipeline = try pipeline()
        let device = try await pipeline.register("AA01", on: .apns, for: user)
        let devices = await pipeline.store.devices(of: [user.recipientID])
        #expect(devices.map(\.id) == [device])
        #expect(devices.map(\.token) == ["aa01"])
    }

    @Test func `two channels of one name are refused`() {
        #expect(throws: ChannelRegistry.DuplicateChannel.self) {
            try pipeline(
                RecordingChannel(id: "pager", of: String.self),
                RecordingChannel(id: "pager", of: Int.self)
            )
        }
    }
}
