import FanfareCore
import FanfareMemory
import FanfareTesting
import Foundation
import Testing

// Foundation has a `Notification` of its own; in a file that imports both, this line settles which one is meant.
import protocol FanfareCore.Notification

private struct Order: Sendable { var number: Int }

private struct OrderShipped: Notification, PushRenderable, MailRenderable {
    static let type: NotificationType = "order.shipped"
    static let category: FanfareCore.Category = .transactional
    var order: Order
    func via(_ recipient: some Notifiable) -> [Via<Self>] { [.push, .mail] }
    func pushMessage(for recipient: some Notifiable) -> PushMessage {
        PushMessage(
            title: "Order #\(order.number) shipped",
            body: "Arriving tomorrow. Tap to track.",
            link: "/orders/\(order.number)"
        )
    }
    func mailMessage(for recipient: some Notifiable) -> MailMessage { MailMessage(subject: "On its way") }
}

@Suite struct CallSiteTests {
    @Test func `the calls of the documentation compile and do what they say`() async throws {
        let clock = ManualClock()
        let apns = RecordingChannel(id: .apns, of: PushMessage.self)
        let fcm = RecordingChannel(id: .fcm, of: PushMessage.self)
        let mail = RecordingChannel(id: .mail, of: MailMessage.self)
        let pipeline = try Pipeline(store: MemoryStore(clock: clock), channels: [apns, fcm, mail], clock: clock)
        let user = User("1", mailbox: "ada@example.com")
        let users = [user, User("2")]
        let token = "aa01"
        let order = Order(number: 7)
        try await pipeline.register("aa02", on: .apns, for: user)
        try await pipeline.register("f1", on: .fcm, for: user)
        let notify = pipeline.notify

        try await notify(user, OrderShipped(order: order))
        try await notify(users, OrderShipped(order: order))
        try await notify(OnDemand(.apns(token, environment: .sandbox)), OrderShipped(order: order))
        try await notify(
            user,
            OrderShipped(order: order),
            options: .init(delay: .seconds(600), idempotencyKey: "order-1234-shipped")
        )

        try await pipeline.deliver()
        #expect(apns.attempts.map(\.route.address) == ["aa02", "aa02", "aa01"])
        #expect(apns.attempts.last?.route.environment == .sandbox)
        #expect(fcm.messages.map(\.title) == Array(repeating: "Order #7 shipped", count: 2))
        #expect(mail.attempts.map(\.route.address) == ["ada@example.com", "ada@example.com"])
        try await pipeline.advance(by: .seconds(600))
        #expect(apns.attempts.count == 4)
        #expect(fcm.attempts.count == 3)
        #expect(mail.attempts.count == 3)
        #expect(pipeline.recorder.sent(OrderShipped.self, to: user).map(\.order.number) == [7, 7, 7])
    }
}
