import FanfareCore
import FanfareHTTP2
import Testing

@testable import FanfareAPNs

struct PreparedPushTests {
    private let delivery: DeliveryID
    private let notification: NotificationID
    private let now = Timestamp(millisecondsSinceEpoch: 1_700_000_000_250)

    init() throws {
        delivery = try #require(DeliveryID("018F0000-0000-7000-8000-00000000000D"))
        notification = try #require(NotificationID("018F0000-0000-7000-8000-00000000000A"))
    }

    private func fields(
        _ message: APNsMessage = .alert(title: "T"),
        topic: String = "com.example.shop",
        attempt: Int = 1,
        priority: Priority = .normal,
        collapseKey: String? = nil,
        expiresAt: Timestamp? = nil,
        isNowOrNever: Bool = false
    ) throws -> HTTP2Fields {
        let context = DeliveryContext(
            delivery: delivery,
            notification: notification,
            type: "t",
            attempt: attempt,
            isResend: attempt > 1,
            priority: priority,
            collapseKey: collapseKey,
            expiresAt: expiresAt,
            isNowOrNever: isNowOrNever
        )
        return try PreparedPush(message).fields(context: context, topic: topic, now: now)
    }

    private func message(_ change: (inout APNsMessage) -> Void) -> APNsMessage {
        var message = APNsMessage.alert(title: "T")
        change(&message)
        return message
    }

    @Test func `the id is the delivery's, in lower case, on every attempt`() throws {
        #expect(try fields()["apns-id"] == "018f0000-0000-7000-8000-00000000000d")
        #expect(try fields(attempt: 1) == fields(attempt: 7))
    }

    @Test func `without an expiry there is no expiration, which is not the same as 0`() throws {
        #expect(try fields()["apns-expiration"] == nil)
        #expect(try fields(isNowOrNever: true)["apns-expiration"] == "0")
        #expect(try fields(expiresAt: now)["apns-expiration"] == "1700000001")
        #expect(try fields(expiresAt: Timestamp(secondsSinceEpoch: 1_700_000_007))["apns-expiration"] == "1700000007")
        #expect(try fields(expiresAt: now, isNowOrNever: true)["apns-expiration"] == "0")
    }

    @Test func `a message's own expiration wins`() throws {
        let immediate = message { $0.expiration = .immediately }
        #expect(try fields(immediate, expiresAt: now)["apns-expiration"] == "0")
        let hour = message { $0.expiration = .after(.seconds(3600)) }
        #expect(try fields(hour, isNowOrNever: true)["apns-expiration"] == "1700003601")
        #expect(try fields(message { $0.expiration = .after(.zero) })["apns-expiration"] == "0")
    }

    @Test func `a time long ago is not taken for no storage`() throws {
        let past = message { $0.expiration = .at(Timestamp(microsecondsSinceEpoch: -5)) }
        #expect(try fields(past)["apns-expiration"] == "1")
        #expect(try fields(expiresAt: Timestamp(microsecondsSinceEpoch: 0))["apns-expiration"] == "1")
    }

    @Test(arguments: [(Priority.high, "10"), (.normal, "10"), (.bulk, "5")])
    func `an alert is as urgent as its notification`(_ priority: Priority, _ expected: String) throws {
        #expect(try fields(priority: priority)["apns-priority"] == expected)
        #expect(try fields(message { $0.priority = .lowest }, priority: priority)["apns-priority"] == "1")
    }

    /// Case apns-13.
    @Test(arguments: Priority.allCases)
    func `a background push has priority 5, however urgent it is`(_ priority: Priority) throws {
        #expect(try fields(.background(), priority: priority)["apns-priority"] == "5")
        let both = message { $0.contentAvailable = true }
        #expect(try fields(both)["apns-priority"] == "10")
        #expect(try fields(both)["apns-push-type"] == "alert")
    }

    @Test(arguments: Priority.allCases)
    func `a call is never put off`(_ priority: Priority) throws {
        #expect(try fields(.voip(data: [:]), priority: priority)["apns-priority"] == "10")
    }

    @Test func `an alert always has a collapse id`() throws {
        #expect(try fields()["apns-collapse-id"] == "018f0000-0000-7000-8000-00000000000a")
        #expect(try fields(collapseKey: "order-7")["apns-collapse-id"] == "order-7")
        #expect(try fields(message { $0.collapseID = "own" }, collapseKey: "order-7")["apns-collapse-id"] == "own")
        #expect(try fields(.background())["apns-collapse-id"] == nil)
        #expect(try fields(.background(), collapseKey: "order-7")["apns-collapse-id"] == "order-7")
    }

    @Test(arguments: [
        "", String(repeating: "k", count: 65), "ключ", "a\r\nb: c", " blank", String(repeating: "é", count: 32),
    ])
    func `a collapse key that cannot be a collapse id still replaces its like`(_ key: String) throws {
        let id = try #require(try fields(collapseKey: key)["apns-collapse-id"])
        #expect(id.utf8.count == 32 && id.allSatisfy(\.isHexDigit))
        #expect(try fields(collapseKey: key)["apns-collapse-id"] == id)
        #expect(try fields(collapseKey: key + "x")["apns-collapse-id"] != id)
    }

    @Test func `a collapse key of 64 bytes goes out as it is`() throws {
        let key = String(repeating: "k", count: 64)
        #expect(try fields(collapseKey: key)["apns-collapse-id"] == key)
    }

    @Test(
        arguments: [
            (APNsPushType.alert, ""), (.background, ""), (.voip, ".voip"), (.complication, ".complication"),
            (.fileProvider, ".pushkit.fileprovider"), (.mdm, ""), (.location, ".location-query"),
            (.liveActivity, ".push-type.liveactivity"), (.pushToTalk, ".voip-ptt"),
            (.widgets, ".push-type.widgets"), (.controls, ".push-type.controls"), ("hologram", ""),
        ]
    )
    func `the push type decides what follows the bundle id in the topic`(_ type: APNsPushType, _ suffix: String) {
        #expect(type.topic(ofApp: "com.example.shop") == "com.example.shop\(suffix)")
        #expect(type.topic(ofApp: "com.example.shop\(suffix)") == "com.example.shop\(suffix)")
    }

    @Test func `a message's own topic is taken as it is`() throws {
        var call = APNsMessage.voip(data: [:])
        call.topic = "com.example.other"
        #expect(try fields(call)["apns-topic"] == "com.example.other")
    }

    @Test func `a topic no header can have stops the delivery`() {
        #expect(throws: HTTP2FieldError.self) { try fields(topic: "com.example\r\nx: y") }
    }

    @Test func `what differs in every request does not fill the peer's table`() throws {
        let lines = try fields(collapseKey: "k", expiresAt: now).lines
        #expect(
            lines.filter { $0.hasSuffix("(indexed once)") }.map { $0.prefix { $0 != ":" } }
                == ["apns-id", "apns-expiration", "apns-collapse-id"]
        )
    }
}
