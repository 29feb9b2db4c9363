import FanfareCore
import FanfarePush
import Testing

@testable import FanfareFCM

struct DeliveryRulesTests {
    private let delivery: DeliveryID
    private let notification: NotificationID
    private let id = "018f0000-0000-7000-8000-00000000000a"
    /// 2026-06-15T08:00:00Z, of case fcm-07.
    private let now = Timestamp(millisecondsSinceEpoch: 1_781_510_400_000)

    init() throws {
        delivery = try #require(DeliveryID("018F0000-0000-7000-8000-00000000000D"))
        notification = try #require(NotificationID("018F0000-0000-7000-8000-00000000000A"))
    }

    private func values(
        _ message: FCMMessage = .alert(title: "T"),
        attempt: Int = 1,
        priority: Priority = .normal,
        collapseKey: String? = nil,
        expiresIn: Duration? = nil,
        isNowOrNever: Bool = false
    ) -> FCMDeliveryValues {
        let context = DeliveryContext(
            delivery: delivery,
            notification: notification,
            type: "t",
            attempt: attempt,
            isResend: attempt > 1,
            priority: priority,
            collapseKey: collapseKey,
            expiresAt: expiresIn.map { now.advanced(by: $0) },
            isNowOrNever: isNowOrNever
        )
        return FCMDeliveryRules(message).values(for: context, now: now)
    }

    private func message(_ change: (inout FCMMessage) -> Void) -> FCMMessage {
        var message = FCMMessage.alert(title: "T")
        change(&message)
        return message
    }

    @Test func `what is shown is replaced by its copies, on every system`() {
        let first = values()
        #expect(first.androidTag == id && first.appleCollapseID == id && first.webTag == id)
        #expect(values(attempt: 7) == first)
        // FCM keeps four of these for a device, and ignores them here.
        #expect(first.androidCollapseKey == nil)
    }

    @Test func `a collapse key takes the place of the notification's id`() {
        let given = values(collapseKey: "order-7")
        #expect(given.androidTag == "order-7" && given.appleCollapseID == "order-7" && given.webTag == "order-7")
        #expect(given.androidCollapseKey == "order-7")
        let own = values(message { $0.collapseKey = "own" }, collapseKey: "order-7")
        #expect(own.androidTag == "own" && own.appleCollapseID == "own" && own.androidCollapseKey == "own")
        let android = values(message { $0.android.collapseKey = "android" }, collapseKey: "order-7")
        #expect(android.androidTag == "android" && android.androidCollapseKey == nil)
    }

    @Test func `what shows nothing is replaced only if somebody says by what`() {
        let silent = values(.data(["n": 1]))
        #expect(silent.androidTag == nil && silent.androidCollapseKey == nil)
        #expect(silent.appleCollapseID == nil && silent.webTag == nil)
        let keyed = values(.data(["n": 1]), collapseKey: "k")
        #expect(keyed.androidTag == nil && keyed.webTag == nil)
        #expect(keyed.androidCollapseKey == "k" && keyed.appleCollapseID == "k")
    }

    @Test(arguments: ["", String(repeating: "k", count: 65), "ключ", "a\r\nb: c"])
    func `a collapse key Apple cannot take still replaces its like there`(_ key: String) throws {
        let given = values(collapseKey: key)
        let collapseID = try #require(given.appleCollapseID)
        #expect(collapseID.utf8.count == 32 && collapseID.allSatisfy(\.isHexDigit))
        #expect(given.androidTag == key && given.androidCollapseKey == key)
        #expect(values(collapseKey: key + "x").appleCollapseID != collapseID)
    }

    @Test(arguments: [(Priority.high, "high", "10"), (.normal, "high", "10"), (.bulk, "normal", "5")])
    func `what is shown is as urgent as its notification`(_ priority: Priority, _ android: String, _ apple: String) {
        let given = values(priority: priority)
        #expect(given.androidPriority?.rawValue == android && given.applePriority == apple)
        let own = values(message { $0.priority = priority }, priority: .high)
        #expect(own.androidPriority?.rawValue == android && own.applePriority == apple)
    }

    @Test(arguments: [(Priority.high, "high"), (.normal, "normal"), (.bulk, "normal")])
    func `what shows nothing wakes Android if it must, and Apple's systems never`(
        _ priority: Priority,
        _ android: String
    ) {
        let given = values(.data(["n": 1]), priority: priority)
        #expect(given.androidPriority?.rawValue == android && given.applePriority == "5")
        #expect(values(FCMMessage(.silent()), priority: priority) == given)
    }

    @Test func `a sound or a badge alone is an alert on Apple's systems`() {
        let badge = values(FCMMessage(PushMessage(badge: 0)))
        #expect(badge.applePriority == "10" && badge.appleCollapseID == id)
        #expect(badge.androidPriority == .normal && badge.androidTag == nil)
    }

    /// Case fcm-07: the unit, zero, and no more than four weeks. Apple's header says the same as a point in time.
    @Test(arguments: [
        (Duration.seconds(60), "60s", "1781510460", "60"), (.zero, "0s", "1781510400", "0"),
        (.milliseconds(500), "0.5s", "1781510401", "1"), (.seconds(5_184_000), "2419200s", "1786694400", "2419200"),
        (.seconds(-1), "0s", "1781510399", "0"), (.seconds(2_419_200), "2419200s", "1783929600", "2419200"),
    ])
    func `the expiry is a time to live`(_ duration: Duration, _ android: String, _ apple: String, _ web: String) {
        let given = values(expiresIn: duration)
        #expect(given.androidTimeToLive == android && given.appleExpiration == apple && given.webTimeToLive == web)
    }

    /// Case fcm-07.
    @Test(arguments: [
        (Duration.seconds(60), "60s", "1781510460"), (.zero, "0s", "0"), (.milliseconds(500), "0.5s", "1781510401"),
        (.seconds(5_184_000), "2419200s", "1783929600"), (.seconds(-1), "0s", "0"),
    ])
    func `a neutral message's time to live means the same to all`(
        _ duration: Duration,
        _ android: String,
        _ apple: String
    ) throws {
        let message = FCMMessage(PushMessage(title: "T", timeToLive: duration))
        try message.validate()
        let given = values(message, expiresIn: .seconds(7))
        #expect(given.androidTimeToLive == android && given.appleExpiration == apple)
    }

    @Test func `without an expiry nothing is said of it, which is not the same as now or never`() {
        let open = values()
        #expect(open.androidTimeToLive == nil && open.appleExpiration == nil && open.webTimeToLive == nil)
        let now = values(expiresIn: .seconds(60), isNowOrNever: true)
        #expect(now.androidTimeToLive == "0s" && now.appleExpiration == "0" && now.webTimeToLive == "0")
    }

    @Test func `what a block says is not said again`() {
        let message = message {
            $0.android.priority = .normal
            $0.android.timeToLive = .zero
            $0.android.collapseKey = "k"
            $0.android.notification.tag = "t"
            $0.apns.headers = ["apns-priority": "5", "apns-expiration": "0", "apns-collapse-id": "c"]
            $0.webpush.headers = ["ttl": "1"]
            $0.webpush.notification = ["tag": "w"]
        }
        #expect(values(message, collapseKey: "key", expiresIn: .seconds(1)) == FCMDeliveryValues())
    }

    @Test func `a Live Activity has no collapse id`() {
        let activity = message {
            $0.apns.liveActivityToken = "t"
            $0.apns.aps = ["alert": "Hello"]
        }
        #expect(values(activity).appleCollapseID == nil)
        #expect(values(activity).applePriority == "10")
    }
}
