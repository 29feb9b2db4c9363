import FanfareCore
import FanfarePush
import Testing

@testable import FanfareFCM

struct ValidationTests {
    /// A message with something wrong, and the field the error must name.
    struct Fault: Sendable, CustomTestStringConvertible {
        let field: String
        let message: FCMMessage
        let testDescription: String

        init(_ field: String, _ description: String, _ message: FCMMessage, _ change: (inout FCMMessage) -> Void) {
            var message = message
            change(&message)
            self.field = field
            self.message = message
            testDescription = "\(field): \(description)"
        }

        init(_ field: String, _ description: String, _ change: (inout FCMMessage) -> Void) {
            self.init(field, description, .alert(title: "T"), change)
        }
    }

    private static let dataFaults = [
        "from", "message_type", "google", "googleX", "google.c.a.e", "Google", "gcm", "gcm.notification.title", "GCMx",
    ].flatMap { key in
        [
            Fault("data.\(key)", "reserved") { $0.data[key] = "1" },
            Fault("android.data.\(key)", "reserved") { $0.android.data[key] = "1" },
            Fault("webpush.data.\(key)", "reserved") { $0.webpush.data[key] = "1" },
        ]
    }

    private static let valueFaults = [
        Fault("android.ttl", "below zero") { $0.android.timeToLive = .milliseconds(-1) },
        Fault("android.ttl", "over four weeks") { $0.android.timeToLive = .milliseconds(2_419_200_001) },
        Fault("timeToLive", "below zero") { $0.timeToLive = .seconds(-1) },
        Fault("android.notification.color", "a name") { $0.android.notification.color = "red" },
        Fault("android.notification.color", "with alpha") { $0.android.notification.color = "#00FF00FF" },
        Fault("android.notification.color", "a sign") { $0.android.notification.color = "#+12345" },
        Fault("android.notification.notification_count", "below zero") { $0.android.notification.count = -1 },
        Fault("android.notification.vibrate_timings", "below zero") {
            $0.android.notification.vibrateTimings = [.zero, .seconds(-1)]
        },
        Fault("android.notification.title_loc_args", "without a key") {
            $0.android.notification.titleArguments = ["7"]
        },
        Fault("android.notification.body_loc_args", "without a key") { $0.android.notification.bodyArguments = [] },
        Fault("android.notification.light_settings.color.red", "too much") {
            $0.android.notification.light = FCMLightSettings(FCMLightColor(red: 255), on: .zero, off: .zero)
        },
        Fault("android.notification.light_settings.color.alpha", "no number") {
            $0.android.notification.light = FCMLightSettings(FCMLightColor(alpha: .nan), on: .zero, off: .zero)
        },
        Fault("android.notification.light_settings.color", "missing") {
            $0.android.notification.light.onDuration = .zero
            $0.android.notification.light.offDuration = .zero
        },
        Fault("android.notification.light_settings.light_on_duration", "missing") {
            $0.android.notification.light.color.red = 1
        },
        Fault("fcm_options.analytics_label", "a blank") { $0.options.analyticsLabel = "my label" },
        Fault("fcm_options.analytics_label", "empty") { $0.options.analyticsLabel = "" },
        Fault("android.fcm_options.analytics_label", "too long") {
            $0.android.options.analyticsLabel = String(repeating: "l", count: 51)
        },
        Fault("apns.fcm_options.analytics_label", "not ASCII") { $0.apns.options.analyticsLabel = "é" },
        Fault("webpush.fcm_options.link", "not safe") { $0.webpush.options.link = "http://example.com" },
        Fault("webpush.fcm_options.link", "a path") { $0.webpush.options.link = "/orders/7" },
        Fault("additional.data", "has a property") { $0.additional["data"] = [:] },
        Fault("android.additional.ttl", "has a property") { $0.android.additional["ttl"] = "1s" },
        Fault("android.notification.additional.tag", "has a property") {
            $0.android.notification.additional["tag"] = "t"
        },
        Fault("topic", "a blank") { $0.target = .topic("my news") },
        Fault("topic", "empty") { $0.target = .topic("") },
        Fault("condition", "empty") { $0.target = .condition("") },
        Fault("token", "empty") { $0.target = .token("") },
        Fault("fid", "a line break") { $0.target = .fid("a\nb") },
    ]

    /// Apple's own rules hold behind FCM, too.
    private static let appleFaults = [
        Fault("notification", "in a silent push", FCMMessage(PushMessage(title: "T", isSilent: true))) { _ in },
        Fault("apns.payload.aps.badge", "in a silent push", FCMMessage(PushMessage(badge: 1, isSilent: true))) { _ in },
        Fault("apns.payload.aps.sound", "in a silent push", FCMMessage(PushMessage(sound: "s", isSilent: true))) { _ in
        },
        Fault("apns.headers.apns-priority", "10 in the background", .data([:])) {
            $0.apns.headers["apns-priority"] = "10"
        },
        Fault("apns.payload.aps.content-available", "0 in the background", .data([:])) {
            $0.apns.aps["content-available"] = 0
        },
        Fault("apns.headers.apns-push-type", "alert with nothing to see", .data([:])) {
            $0.apns.headers["apns-push-type"] = "alert"
        },
        Fault("apns.headers.apns-collapse-id", "too long") {
            $0.apns.headers["apns-collapse-id"] = String(repeating: "k", count: 65)
        },
        Fault("apns.headers.Apns-Priority", "in upper case") { $0.apns.headers["Apns-Priority"] = "10" },
        Fault("apns.payload.aps", "no object") { $0.apns.payload["aps"] = "x" },
        Fault("apns.payload.aps.badge", "a text") { $0.apns.aps["badge"] = "1" },
        Fault("apns.payload.aps.badge", "below zero") { $0.apns.aps["badge"] = -1 },
    ]

    @Test(arguments: dataFaults + valueFaults + appleFaults)
    func `what FCM would refuse is refused before it is stored, and the field is named`(_ fault: Fault) {
        let error = #expect(throws: FCMMessageError.self) { try fault.message.validate() }
        #expect(error?.field == fault.field)
        #expect(throws: FCMMessageError.self) { try PreparedFCMMessage(fault.message) }
    }

    @Test func `names that only look reserved pass`() throws {
        var message = FCMMessage.alert(title: "T")
        message.data = [
            "From": "1", "from_user": "1", "my_google": "1", "goggles": "1", "gc": "1", "collapse_key": "1",
        ]
        message.data["notification"] = "1"
        try message.validate()
    }

    @Test func `what is right at its limit passes`() throws {
        var message = FCMMessage.alert(title: "T")
        message.android.timeToLive = FCMMessage.maximumTimeToLive
        message.android.notification.light = FCMLightSettings(FCMLightColor(red: 0, alpha: 1), on: .zero, off: .zero)
        message.options.analyticsLabel = String(repeating: "~", count: 50)
        message.webpush.options.link = "HTTPS://example.com"
        message.apns.headers["apns-collapse-id"] = String(repeating: "k", count: 64)
        message.target = .topic("a-Z_0.~%")
        try message.validate()
        var silent = FCMMessage(.silent())
        silent.apns.headers["apns-priority"] = "5"
        silent.apns.aps["content-available"] = true
        try silent.validate()
    }

    /// Keys and values count, in bytes; what holds them together does not.
    @Test(arguments: ["data", "title", "android", "android.data", "apns", "webpush.data"])
    func `a message may fill its limit to the last byte`(_ place: String) throws {
        func message(_ text: String) -> FCMMessage {
            var message = FCMMessage()
            switch place {
            case "data": message.data["dat"] = text
            case "title": message.notification.title = text
            case "android": message.android.notification.body = text
            case "android.data": message.android.data["k"] = text
            case "apns": message.apns.aps["alert"] = ["body": .string(text)]
            default: message.webpush.data["k"] = text
            }
            return message
        }
        let keys = ["data": 3, "title": 5, "android": 4, "android.data": 1, "apns": 12, "webpush.data": 1]
        let room = 4096 - (keys[place] ?? 0)
        let full = String(repeating: "é", count: room / 2) + String(repeating: "/", count: room % 2)
        try message(full).validate()
        let error = #expect(throws: FCMMessageError.self) { try message(full + "\"é").validate() }
        #expect(error?.field == "payload" && error?.excess == 3)
        #expect(error?.description.contains("4099 bytes") == true)
        #expect(error?.description.contains("3 too many; it has at most 4096") == true)
    }

    @Test func `a system's own block is counted in place of what is for all`() throws {
        var message = FCMMessage.data(["k": .string(String(repeating: "x", count: 3000))])
        message.android.data = ["k": String(repeating: "x", count: 3000)]
        message.webpush.data = ["k": String(repeating: "x", count: 3000)]
        try message.validate()
        // Android sees it beside the message's own data, Apple's systems do not.
        message.android.data = [:]
        message.android.notification.body = String(repeating: "x", count: 1092)
        let error = #expect(throws: FCMMessageError.self) { try message.validate() }
        #expect(error?.excess == 1)
    }

    @Test func `a neutral message's texts count once for each system`() throws {
        let text = String(repeating: "x", count: 4000)
        try FCMMessage(PushMessage(title: text)).validate()
    }

    @Test func `an error shows nothing of the message`() {
        let messages = [
            FCMMessage.alert(title: String(repeating: "confidential", count: 400)),
            FCMMessage(data: ["from": "confidential"]),
        ]
        for message in messages {
            let error = #expect(throws: FCMMessageError.self) { try message.validate() }
            #expect(error.map { "\($0)".contains("confidential") } == false)
        }
    }
}
