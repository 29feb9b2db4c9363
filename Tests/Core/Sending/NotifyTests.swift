import FanfareCore
import FanfareMemory
import FanfareTesting
import Foundation
import Testing

// Foundation has a `Notification` of its own; in a file that imports both, this line settles which one is meant.
import protocol FanfareCore.Notification

private struct Greeting: Notification {
    static let type: NotificationType = "greeting"
    var name: String
    func via(_ recipient: some Notifiable) -> [Via<Self>] {
        [Via("apns") { notification, _ in "Hello, \(notification.name)" }]
    }
}

private struct User: Notifiable { let recipientID = RecipientID(1) }

@Suite struct NotifyTests {
    let clock = ManualClock()

    func pipeline(_ channels: any Channel...) throws -> Pipeline<MemoryStore> {
        try Pipeline(store: MemoryStore(clock: clock), channels: channels, clock: clock)
    }

    @Test func `a notification reaches every registered device`() async throws {
        let apns = RecordingChannel(id: "apns", of: String.self)
        let pipeline = try pipeline(apns)
        try await pipeline.register("aa01", on: .apns, for: User())
        try await pipeline.register("aa02", on: .apns, for: User())

        let receipt = try await pipeline.notify(User(), Greeting(name: "Ada"))
        try await pipeline.deliver()

        #expect(apns.messages == ["Hello, Ada", "Hello, Ada"])
        #expect(receipt.deliveries.count == 2)
        #expect(pipeline.recorder.sent(Greeting.self, to: User()).map(\.name) == ["Ada"])
        let record = try #require(await pipeline.store.notification(receipt.id))
        #expect(record.deliveries.map(\.state) == [.sent, .sent])
    }

    @Test func `a delivery that is put off is tried again when it is due`() async throws {
        let apns = RecordingChannel(id: "apns", of: String.self, answering: .retry(DeliveryReason("busy")))
        let pipeline = try pipeline(apns)
        try await pipeline.register("aa01", on: .apns, for: User())

        try await pipeline.notify(User(), Greeting(name: "Ada"))
        #expect(try await pipeline.deliver() == 1)
        #expect(try await pipeline.advance(by: .seconds(4)) == 0)
        #expect(try await pipeline.advance(by: .seconds(1)) == 1)
        #expect(apns.attempts.map(\.context.attempt) == [1, 2])
    }
}
