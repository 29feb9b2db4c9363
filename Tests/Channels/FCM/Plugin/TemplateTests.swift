import FanfareCore
import Testing

@testable import FanfareFCM

struct TemplateTests {
    private func faults(_ block: String) throws -> [String] {
        let source = ConfigurationSource(Array("{ fcm: \(block) }".utf8), fileName: "f", environment: [:]) { _ in [] }
        do {
            try source.read { FCMTemplate.check($0.section("fcm")) }
            return []
        } catch let error as ConfigurationError {
            return error.faults.map(\.description)
        }
    }

    @Test func `a notification type becomes a message with its block merged in`() throws {
        let template = FilledTemplate(
            type: "order.shipped",
            title: "Order #7 shipped",
            body: "Arriving tomorrow.",
            link: "/orders/7",
            badge: 0,
            sound: "default",
            thread: "orders",
            data: ["orderNumber": 7],
            block: [
                "android": ["priority": "high", "ttl": "3600s", "notification": ["channel_id": "orders"]],
                "apns": ["payload": ["aps": ["thread-id": "special"]]],
                "data": ["extra": true],
            ]
        )
        var expected = FCMMessage.alert(title: "Order #7 shipped", body: "Arriving tomorrow.")
        expected.data = ["orderNumber": "7", "link": "/orders/7", "extra": "true"]
        expected.android.priority = .high
        expected.android.timeToLive = .seconds(3600)
        expected.android.notification.sound = "default"
        expected.android.notification.channelID = "orders"
        expected.apns.aps = [
            "alert": ["title": "Order #7 shipped", "body": "Arriving tomorrow."], "badge": 0, "sound": "default",
            "thread-id": "special",
        ]
        let message = try FCMTemplate.message(from: template)
        #expect(message == expected)
        try message.validate()
    }

    @Test func `a type with neither title nor body is a silent message`() throws {
        let message = try FCMTemplate.message(from: FilledTemplate(type: "sync", data: ["n": 1]))
        #expect(message == .data(["n": 1]))
        #expect(message.applePushType == "background")
        try message.validate()
    }

    @Test func `the block can make it one that shows something`() throws {
        let block: [String: JSONValue] = ["notification": ["title": "Hello"]]
        let message = try FCMTemplate.message(from: FilledTemplate(type: "sync", data: ["n": 1], block: block))
        #expect(message == .alert(title: "Hello", data: ["n": 1]))
        #expect(message.applePushType == "alert")
    }

    @Test func `a number or a boolean that was filled in is one`() throws {
        let block: [String: JSONValue] = [
            "android": ["direct_boot_ok": "true", "notification": ["notification_count": "3", "title": "7"]],
            "apns": ["headers": ["apns-priority": "5"]],
        ]
        let message = try FCMTemplate.message(from: FilledTemplate(type: "t", title: "T", block: block))
        #expect(message.android.directBootOK == true)
        #expect(message.android.notification.count == 3 && message.android.notification.title == "7")
        #expect(message.apns.headers == ["apns-priority": "5"])
    }

    @Test func `the caller is told which key cannot be`() {
        let template = FilledTemplate(type: "t", title: "T", block: ["android": ["notification": ["sticky": "maybe"]]])
        let error = #expect(throws: FCMMessageError.self) { try FCMTemplate.message(from: template) }
        #expect(error?.field == "android.notification.sticky")
        #expect(error?.description == "android.notification.sticky is a string; expected true or false")
    }

    @Test func `a block is checked as far as it is known`() throws {
        let right = """
            { android: { priority: "{{urgency}}", ttl: "60s",
                         notification: { title_loc_key: "{{key}}", title_loc_args: ["a"], body_loc_key: "K",
                                         body_loc_args: ["{{n}}"], notification_count: "{{count}}" } },
              apns: { payload: { aps: { badge: 1 }, anything: { goes: [1] } } }, data: { n: 7 },
              webpush: { notification: { anything: true } } }
            """
        #expect(try faults(right).isEmpty)
        let wrong = """
            { android: { ttl: "1h", priorty: "high", notification: { color: "red", title: 7 } }, data: { from: "x" },
              token: "t", topic: "{{topic}}", fcm_options: { analytics_label: "a b" }, apns: "x" }
            """
        #expect(
            try faults(wrong) == [
                "fcm.android.notification.color: is no color; expected #RRGGBB",
                "fcm.android.notification.title: is a number; expected a string",
                "fcm.android.priorty: is no key FCM knows here",
                #"fcm.android.ttl: is a string; expected a duration in seconds such as "3.5s""#,
                "fcm.apns: is a string; expected an object",
                "fcm.data.from: is a name FCM keeps to itself; choose another",
                "fcm.fcm_options.analytics_label: is no label; expected 1 to 50 of the characters a-z, A-Z, 0-9 and -_.~%",
                "fcm.token: is for the route to say; leave out this key",
                "fcm.topic: is for the route to say; leave out this key",
            ]
        )
    }
}
