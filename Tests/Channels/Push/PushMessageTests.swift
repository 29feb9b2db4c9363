import FanfareCore
import FanfarePush
import Testing

struct PushMessageTests {
    @Test func `what is stored is read back`() throws {
        let message = PushMessage(title: "Order #7 shipped", body: "")
        #expect(try Payload(encoding: message).decoded(as: PushMessage.self) == message)
    }
}
