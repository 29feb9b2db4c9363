import FanfareCore
import FanfarePush
import FoundationEssentials
import Testing

struct PushMessageTests {
    private func decoded(_ json: String) throws -> PushMessage {
        try Payload(json: Data(json.utf8)).decoded(as: PushMessage.self)
    }

    private let full = PushMessage(
        title: "Order #7 shipped",
        subtitle: "Two parcels",
        body: "Arriving tomorrow. 🎉",
        link: "/orders/7",
        image: "https://example.com/7.png",
        badge: 0,
        sound: "default",
        data: ["order": ["number": 7, "paid": true], "none": nil],
        category: "ORDER",
        thread: "orders",
        collapseKey: "order-7",
        timeToLive: .milliseconds(90_500),
        priority: .bulk,
        isSilent: true
    )

    @Test func `what is stored is read back`() throws {
        let read = try Payload(encoding: full).decoded(as: PushMessage.self)
        #expect(read == full)
        let silent = PushMessage.silent(data: ["n": 1], collapseKey: "k")
        #expect(try Payload(encoding: silent).decoded(as: PushMessage.self) == silent)
        #expect(silent == PushMessage(data: ["n": 1], collapseKey: "k", isSilent: true))
    }

    @Test func `the stored form does not change, or what older versions stored is lost`() throws {
        let text = String(decoding: try Payload(encoding: full).json, as: UTF8.self)
        #expect(
            text == """
                {"badge":0,"body":"Arriving tomorrow. 🎉","category":"ORDER","collapseKey":"order-7",\
                "data":{"none":null,"order":{"number":7,"paid":true}},"image":"https://example.com/7.png",\
                "link":"/orders/7","priority":"bulk","silent":true,"sound":"default","subtitle":"Two parcels",\
                "thread":"orders","timeToLiveMilliseconds":90500,"title":"Order #7 shipped"}
                """
        )
        #expect(String(decoding: try Payload(encoding: PushMessage()).json, as: UTF8.self) == "{}")
    }

    @Test func `an empty text and zero are not the same as none`() throws {
        let message = PushMessage(title: "", badge: 0, timeToLive: .zero)
        let read = try Payload(encoding: message).decoded(as: PushMessage.self)
        #expect(read.title == "" && read.badge == 0 && read.timeToLive == .zero && read.body == nil)
    }

    @Test func `a time that is hardly any does not become none`() throws {
        let message = PushMessage(timeToLive: .nanoseconds(1_500))
        #expect(try Payload(encoding: message).decoded(as: PushMessage.self).timeToLive == .milliseconds(1))
    }

    @Test func `what a later version adds is passed over`() throws {
        let message = try decoded(#"{"title":"T","hologram":{"size":3},"priority":"whenever","badge":null}"#)
        #expect(message == PushMessage(title: "T"))
    }

    @Test func `a value of another kind is an error`() {
        #expect(throws: DecodingError.self) { try decoded(#"{"badge":"1"}"#) }
    }
}
