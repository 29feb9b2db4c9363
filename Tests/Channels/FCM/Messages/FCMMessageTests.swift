import FanfareCore
import FanfarePush
import FoundationEssentials
import Testing

@testable import FanfareFCM

struct FCMMessageTests {
    private func decoded(_ json: String) throws -> FCMMessage {
        try Payload(json: Data(json.utf8)).decoded(as: FCMMessage.self)
    }

    /// Case fcm-01.
    @Test func `every value of data becomes a text, spelt as in JSON`() throws {
        let json = """
            {"id":21465,"big":9007199254740993,"price":1.10,"vip":true,"tags":["a","b"],"deep":{"k":1},"none":null,
             "text":"as it is","empty":""}
            """
        let data = try #require(JSONParser(.json).parse(json).object)
        let texts = [
            "id": "21465", "big": "9007199254740993", "price": "1.10", "vip": "true", "tags": #"["a","b"]"#,
            "deep": #"{"k":1}"#, "text": "as it is", "empty": "",
        ]
        #expect(FCMMessage.texts(of: data) == texts)
        #expect(FCMMessage.alert(title: "T", data: data).data == texts)
        #expect(FCMMessage(PushMessage(title: "T", data: data)).data == texts)
        #expect(FCMMessage(.silent(data: data)).data == texts)
        #expect(try decoded(#"{"message":{"data":\#(json)}}"#).data == texts)
    }

    @Test func `a neutral message says on Android what has a place there`() throws {
        let message = FCMMessage(
            PushMessage(title: "T", subtitle: "S", body: "B", badge: 3, sound: "ring", category: "ORDER", thread: "t")
        )
        #expect(message.notification == FCMNotification(title: "T", body: "B"))
        var android = FCMAndroid()
        android.notification.sound = "ring"
        android.notification.channelID = "ORDER"
        #expect(message.android == android)
        #expect(
            message.apns.aps == [
                "alert": ["title": "T", "subtitle": "S", "body": "B"], "badge": 3, "sound": "ring",
                "category": "ORDER", "thread-id": "t",
            ]
        )
    }

    @Test func `what nobody set is not sent`() {
        #expect(FCMMessage(PushMessage(title: "T")).wire.keys.sorted() == ["apns", "notification"])
        #expect(FCMMessage(PushMessage()).wire.isEmpty)
        #expect(FCMMessage.alert(title: "T").wire == ["notification": ["title": "T"]])
        #expect(FCMMessage.alert(title: "").wire == ["notification": ["title": ""]])
    }

    @Test func `a sound alone shows nothing on Android`() {
        let message = FCMMessage(PushMessage(sound: "ring", category: "C"))
        #expect(message.android.isEmpty && message.notification.isEmpty)
        #expect(message.apns.aps["sound"] == "ring")
    }

    @Test func `link and image take the place of data with their names`() {
        let push = PushMessage(body: "B", link: "/a", image: "i", data: ["link": 1, "image": 2, "x": 3])
        let message = FCMMessage(push)
        #expect(message.data == ["link": "/a", "image": "i", "x": "3"])
        #expect(message.notification.image == "i")
        #expect(message.apns.aps["mutable-content"] == 1)
        #expect(FCMMessage(PushMessage(body: "B", data: ["link": 1])).data == ["link": "1"])
    }

    @Test func `a browser follows links of the web only`() {
        #expect(
            FCMMessage(PushMessage(body: "B", link: "https://a.example")).webpush.options.link == "https://a.example"
        )
        #expect(FCMMessage(PushMessage(body: "B", link: "/orders/7")).webpush.isEmpty)
        #expect(FCMMessage(PushMessage(body: "B", link: "http://a.example")).webpush.isEmpty)
    }

    @Test func `a stored neutral message is read`() throws {
        let push = PushMessage(title: "T", badge: 0, timeToLive: .zero)
        let read = try Payload(encoding: PushEnvelope(push)).decoded(as: FCMMessage.self)
        #expect(read == FCMMessage(push))
        #expect(read.timeToLive == .zero)
    }

    @Test func `what a delivery need not say is read back`() throws {
        var message = FCMMessage.alert(title: "T")
        message.collapseKey = "k"
        message.timeToLive = .milliseconds(1500)
        message.priority = .bulk
        message.target = .topic("news")
        #expect(try Payload(encoding: message).decoded(as: FCMMessage.self) == message)
    }

    @Test func `what a later version adds is passed over`() throws {
        let message = try decoded(
            #"{"message":{"notification":{"title":"T","hologram":1,"body":null},"hologram":{"depth":3}},"colour":"red"}"#
        )
        #expect(message.notification.title == "T" && message.notification.body == nil)
        #expect(message.notification.additional == ["hologram": 1])
        #expect(message.additional == ["hologram": ["depth": 3]])
        #expect(try decoded("{}") == FCMMessage())
    }

    @Test(arguments: [
        (#"{"notification":7}"#, "notification"), (#"{"notification":{"title":7}}"#, "notification.title"),
        (#"{"data":[]}"#, "data"), (#"{"android":{"ttl":60}}"#, "android.ttl"),
        (#"{"android":{"ttl":"60"}}"#, "android.ttl"), (#"{"android":{"ttl":"1h"}}"#, "android.ttl"),
        (#"{"android":{"priority":10}}"#, "android.priority"),
        (#"{"android":{"direct_boot_ok":"yes"}}"#, "android.direct_boot_ok"),
        (#"{"android":{"notification":{"body_loc_args":["a",1]}}}"#, "android.notification.body_loc_args"),
        (#"{"android":{"notification":{"event_time":1}}}"#, "android.notification.event_time"),
        (#"{"android":{"notification":{"sticky":1}}}"#, "android.notification.sticky"),
        (#"{"android":{"notification":{"notification_count":1.5}}}"#, "android.notification.notification_count"),
        (#"{"apns":{"headers":{"apns-priority":[5]}}}"#, "apns.headers"), (#"{"apns":{"payload":[]}}"#, "apns.payload"),
        (#"{"webpush":{"notification":"x"}}"#, "webpush.notification"),
        (#"{"token":"a","topic":"b"}"#, "topic"), (#"{"token":1}"#, "token"),
    ])
    func `a member of the wrong kind is named`(_ message: String, _ field: String) {
        let error = #expect(throws: FCMMessageError.self) { try decoded(#"{"message":\#(message)}"#) }
        #expect(error?.field == field)
    }

    @Test func `numbers in headers are texts`() throws {
        let message = try decoded(#"{"message":{"apns":{"headers":{"apns-priority":5}}}}"#)
        #expect(message.apns.headers == ["apns-priority": "5"])
    }

    @Test func `a word may be in either case`() throws {
        #expect(try decoded(#"{"message":{"android":{"priority":"HIGH"}}}"#).android.priority == .high)
        let visibility = try decoded(#"{"message":{"android":{"notification":{"visibility":"public"}}}}"#)
        #expect(visibility.android.notification.visibility == .public)
    }

    /// Case fcm-07.
    @Test(arguments: [
        (Duration.zero, "0s"), (.seconds(60), "60s"), (.milliseconds(500), "0.5s"), (.milliseconds(3500), "3.5s"),
        (.nanoseconds(1), "0.000000001s"), (.seconds(2_419_200), "2419200s"), (.milliseconds(-1500), "-1.5s"),
        (.milliseconds(10), "0.01s"),
    ])
    func `a duration is written in seconds, and read back`(_ duration: Duration, _ text: String) {
        #expect(duration.fcmText == text)
        #expect(Duration(fcmText: text) == duration)
    }

    @Test func `hardly any time does not become none`() {
        #expect(Duration(secondsComponent: 0, attosecondsComponent: 1).fcmText == "0.000000001s")
        let almost = Duration(secondsComponent: 1, attosecondsComponent: 999_999_999_999_999_999)
        #expect(almost.fcmText == "2s")
    }

    @Test(arguments: [
        "", "s", "60", "1.s", ".5s", "1.0000000001s", "+1s", "1e3s", "60 s", "--1s", "99999999999999999999s",
    ])
    func `anything else is no duration`(_ text: String) { #expect(Duration(fcmText: text) == nil) }
}
