import FanfareAPNs
import FanfareCore
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

private struct DoorRings: Notification, APNsRenderable {
    static let type: NotificationType = "door.rings"
    func via(_ recipient: some Notifiable) -> [Via<Self>] { [.apns] }
    func apnsMessage(for recipient: some Notifiable) -> APNsMessage { .alert(title: "Door", sound: "ring.caf") }
}

private struct User: Notifiable {
    var recipientID: RecipientID { "42" }
}

struct RenderingTests {
    private let apns = RecordingChannel(id: .apns, of: APNsMessage.self)
    private let fcm = RecordingChannel(id: "fcm", of: PushEnvelope.self)
    private let pipeline: Pipeline<MemoryStore>

    init() throws {
        let clock = ManualClock()
        pipeline = try Pipeline(store: MemoryStore(clock: clock), channels: [apns, fcm], clock: clock)
    }

    @Test func `a neutral push reaches both services, each by its own message`() async throws {
        try await pipeline.register("a1b2c3d4e5f60718", on: .apns, for: User())
        try await pipeline.register("fcm-token-0123456789", on: .fcm, for: User())
        try await pipeline.notify(User(), OrderShipped())
        try await pipeline.deliver()
        let message = PushMessage(title: "Order #7 shipped", link: "/orders/7", badge: 0)
        #expect(apns.messages == [APNsMessage(message)])
        #expect(fcm.messages == [PushEnvelope(message)])
    }

    @Test func `a notification may say something of its own on APNs`() async throws {
        try await pipeline.register("a1b2c3d4e5f60718", on: .apns, for: User())
        try await pipeline.notify(User(), DoorRings())
        try await pipeline.deliver()
        #expect(apns.messages == [.alert(title: "Door", sound: "ring.caf")])
    }

    /// Case apns-10: spellings of one token are one route.
    @Test func `a token that is not registered is enough`() async throws {
        #expect(Route.apns("<A1B2 c3d4>\n") == Route.apns("a1b2c3d4"))
        #expect(Route.apns("(null)").address == "(null)")
        let route = Route.apns("A1B2C3D4", environment: .sandbox, appID: "shop")
        try await pipeline.notify(OnDemand(route), OrderShipped())
        try await pipeline.deliver()
        let taken = try #require(apns.attempts.first?.route)
        #expect(taken.address == "a1b2c3d4" && taken.environment == .sandbox && taken.appID == "shop")
        #expect(fcm.attempts.isEmpty)
    }
}
