import FanfareCore
import FanfareFCM
import FanfarePush
import Testing

/// One message of every kind, each with a golden file of its name.
struct WireSpecimen: Sendable, CustomTestStringConvertible {
    let name: String
    let message: FCMMessage

    var testDescription: String { name }

    private init(_ name: String, _ message: FCMMessage, _ change: (inout FCMMessage) -> Void = { _ in }) {
        var message = message
        change(&message)
        self.name = name
        self.message = message
    }

    static let time = Timestamp(millisecondsSinceEpoch: 1_700_000_000_000)

    static let all = neutral + own

    /// The same messages as those behind APNs's golden files of the same names.
    static let neutral = [
        WireSpecimen(
            "push",
            FCMMessage(
                PushMessage(
                    title: "Order #7 shipped",
                    body: "Arriving tomorrow.",
                    link: "/orders/7",
                    image: "https://example.com/7.png",
                    badge: 0,
                    sound: "default",
                    data: ["number": 7, "link": "/elsewhere"],
                    category: "ORDER",
                    thread: "orders",
                    collapseKey: "order-7",
                    timeToLive: .seconds(3600),
                    priority: .bulk
                )
            )
        ),
        WireSpecimen("push-silent", FCMMessage(.silent(data: ["sync": "orders"]))),
    ]

    private static let own = [
        WireSpecimen("alert", .alert(title: "Order #7 shipped", body: "Arriving tomorrow / às 8 h. 🎉")),
        WireSpecimen("data", .data(["number": 7, "paid": true, "tags": ["a", "b"], "none": nil])),
        WireSpecimen("empty-texts", .alert(title: "", body: "")),
        WireSpecimen("link", FCMMessage(PushMessage(title: "T", subtitle: "S", link: "https://example.com/7"))),
        WireSpecimen("android-everything", .alert(title: "Door", body: "It rings.")) {
            $0.android.collapseKey = "door"
            $0.android.priority = .normal
            $0.android.timeToLive = .milliseconds(3500)
            $0.android.restrictedPackageName = "com.example.door"
            $0.android.data = ["door": "1"]
            $0.android.notification = everything
            $0.android.options.analyticsLabel = "doors-android"
            $0.android.directBootOK = false
            $0.android.bandwidthConstrainedOK = true
            $0.android.restrictedSatelliteOK = false
            $0.android.additional = ["hologram": ["depth": 3]]
            $0.options.analyticsLabel = "doors"
        },
        WireSpecimen("android-localized", FCMMessage()) {
            $0.android.notification.titleKey = "SHIPPED_TITLE"
            $0.android.notification.titleArguments = []
            $0.android.notification.bodyKey = "SHIPPED_BODY"
            $0.android.notification.bodyArguments = ["7", "tomorrow"]
        },
        WireSpecimen("android-now-or-never", .alert(title: "Call")) { $0.android.timeToLive = .zero },
        WireSpecimen("apple-everything", .alert(title: "Door")) {
            $0.apns.headers = ["apns-priority": "5", "apns-expiration": "0", "apns-collapse-id": "door-1"]
            $0.apns.payload = ["aps": ["badge": 0, "sound": "ring.caf"], "door": ["number": 1]]
            $0.apns.options.image = "https://example.com/door.png"
            $0.apns.options.analyticsLabel = "doors-apple"
            $0.apns.additional = ["hologram": true]
        },
        WireSpecimen("apple-live-activity", FCMMessage()) {
            $0.apns.liveActivityToken = "activity-token"
            $0.apns.aps = ["event": "end", "timestamp": 1_700_000_000, "content-state": ["stop": "A"]]
        },
        WireSpecimen("web-everything", .alert(title: "Door")) {
            $0.webpush.headers = ["Urgency": "high", "TTL": "60"]
            $0.webpush.data = ["door": "1"]
            $0.webpush.notification = ["tag": "door-1", "actions": [["action": "open", "title": "Open"]]]
            $0.webpush.options.link = "https://example.com/doors/1"
            $0.webpush.options.analyticsLabel = "doors-web"
        },
        WireSpecimen("topic", .alert(title: "News")) { $0.target = .topic("news") },
        WireSpecimen("condition", .data(["n": 1])) { $0.target = .condition("'dogs' in topics || 'cats' in topics") },
        WireSpecimen("fid", .data(["n": 1])) { $0.target = .fid("cJ-8xyz0Q2W3e4R5t6Y7u8") },
    ]

    private static let everything = {
        var notification = FCMAndroidNotification()
        notification.title = "The door"
        notification.body = "Someone rings."
        notification.icon = "bell"
        notification.color = "#0a1B2c"
        notification.sound = "ring"
        notification.tag = "door-1"
        notification.clickAction = "OPEN_DOOR"
        notification.bodyKey = "RINGS"
        notification.bodyArguments = ["1"]
        notification.titleKey = "DOOR"
        notification.titleArguments = []
        notification.channelID = "doors"
        notification.image = "https://example.com/door.png"
        notification.ticker = "It rings"
        notification.isSticky = false
        notification.eventTime = time
        notification.isLocalOnly = true
        notification.priority = .max
        notification.vibrateTimings = [.milliseconds(500), .zero]
        notification.usesDefaultVibration = false
        notification.usesDefaultSound = false
        notification.light = FCMLightSettings(
            FCMLightColor(red: 1, green: 0.5, blue: 0, alpha: 0),
            on: .seconds(1),
            off: .milliseconds(2500)
        )
        notification.usesDefaultLight = false
        notification.visibility = .secret
        notification.count = 0
        notification.proxy = .ifPriorityLowered
        notification.additional = ["hologram": 1]
        return notification
    }()
}
