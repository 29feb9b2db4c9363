import FanfareAPNs
import FanfareCore
import FanfareFCM
import FanfareMemory
import FanfarePush
import FanfareTesting
import Testing

private struct OrderShipped: Notification, PushRenderable {
    static let type: NotificationType = "order.shipped"
    func via(_ recipient: some Notifiable) -> [Via<Self>] { [.push] }
    func pushMessage(for recipient: some Notifiable) -> PushMessage {
        PushMessage(title: "Order #7 shipped", link: "/orders/7", badge: 0)
    }
}

private struct DoorRings: Notification, FCMRenderable {
    static let type: NotificationType = "door.rings"
    func via(_ recipient: some Notifiable) -> [Via<Self>] { [.fcm] }
    func fcmMessage(for recipient: some Notifiable) -> FCMMessage { .alert(title: "Door", data: ["door": 1]) }
}

private struct User: Notifiable {
    var recipientID: RecipientID { "42" }
}

struct RenderingTests {
    private let apns = RecordingChannel(id: .apns, of: APNsMessage.self)
    private let fcm = RecordingChannel(id: .fcm, of: FCMMessage.self)
    private let pipeline: Pipeline<MemoryStore>

    init() throws {
        let clock = ManualClock()
        pipeline = try Pipeline(store: MemoryStore(clock: clock), channels: [apns, fcm], clock: clock)
    }

    @Test func `a neutral push reaches the devices of both services, each by its own message`() async throws {
        try await pipeline.register("a1b2c3d4e5f60718", on: .apns, for: User())
        try await pipeline.register("fcm-token-0123456789", on: .fcm, for: User())
        try await pipeline.register("fcm-token-9876543210", on: .fcm, for: User())
        try await pipeline.notify(User(), OrderShipped())
        try await pipeline.deliver()
        let message = PushMessage(title: "Order #7 shipped", link: "/orders/7", badge: 0)
        #expect(apns.messages == [APNsMessage(message)])
        #expect(fcm.messages == [FCMMessage(message), FCMMessage(message)])
    }

    @Test func `without APNs a neutral push goes by FCM alone`() async throws {
        let clock = ManualClock()
        let alone = try Pipeline(store: MemoryStore(clock: clock), channels: [fcm], clock: clock)
        try await alone.register("fcm-token-0123456789", on: .fcm, for: User())
        let receipt = try await alone.notify(User(), OrderShipped())
        try await alone.deliver()
        #expect(receipt.skipped.isEmpty && receipt.deliveries.count == 1)
        #expect(fcm.messages.count == 1)
    }

    @Test func `a notification may say something of its own on FCM`() async throws {
        try await pipeline.register("fcm-token-0123456789", on: .fcm, for: User())
        try await pipeline.notify(User(), DoorRings())
        try await pipeline.deliver()
        #expect(fcm.messages == [.alert(title: "Door", data: ["door": 1])])
    }

    @Test func `a token that is not registered is enough, and a topic is a route`() async throws {
        let routes = [Route.fcm("fcm-token-0123456789", appID: "shop"), .fcm(.topic("news"))]
        try await pipeline.notify(OnDemand(routes), OrderShipped())
        try await pipeline.deliver()
        let taken = Set(fcm.attempts.map(\.route.address))
        #expect(taken == ["fcm-token-0123456789", "/topics/news"])
        #expect(apns.attempts.isEmpty)
    }
}
