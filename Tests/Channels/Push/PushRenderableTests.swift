import FanfareCore
import FanfarePush
import Testing

private struct OrderShipped: Notification, PushRenderable {
    static let type: NotificationType = "order.shipped"
    func via(_ recipient: some Notifiable) -> [Via<Self>] { [.push] }
    func pushMessage(for recipient: some Notifiable) -> PushMessage { PushMessage(title: "Order #7 shipped") }
}

struct PushRenderableTests {
    @Test func `push is a name for APNs and FCM together`() {
        let way = Via<OrderShipped>.push
        #expect(way.name == .push)
        #expect(way.channels == ["apns", "fcm"])
    }

    @Test func `what is stored says that it is a neutral message`() throws {
        let stored = try Payload(encoding: PushEnvelope(PushMessage(title: "T")))
        #expect(String(decoding: stored.json, as: UTF8.self) == #"{"push":{"title":"T"}}"#)
        #expect(try stored.decoded(as: PushEnvelope.self).push == PushMessage(title: "T"))
    }
}
