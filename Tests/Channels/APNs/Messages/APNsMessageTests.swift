import FanfareCore
import FanfarePush
import FoundationEssentials
import Testing

@testable import FanfareAPNs

struct APNsMessageTests {
    private func decoded(_ json: String) throws -> APNsMessage {
        try Payload(json: Data(json.utf8)).decoded(as: APNsMessage.self)
    }

    /// Case apns-13.
    @Test func `headers follow the payload`() {
        #expect(APNsMessage(data: ["n": 1]).resolvedPushType == .background)
        #expect(APNsMessage(badge: 0).resolvedPushType == .alert)
        #expect(APNsMessage(sound: .default).resolvedPushType == .alert)
        var both = APNsMessage(alert: APNsAlert(body: "Hello"))
        both.contentAvailable = true
        #expect(both.resolvedPushType == .alert)
        var activity = APNsMessage(alert: APNsAlert(body: "Hello"))
        activity.liveActivity = APNsLiveActivity(event: .end, timestamp: WireSpecimen.time)
        #expect(activity.resolvedPushType == .liveActivity)
        #expect(APNsMessage(badge: 0, pushType: "hologram").resolvedPushType == "hologram")
    }

    @Test func `a silent push is a background push that says so`() throws {
        let message = APNsMessage(.silent(data: ["n": 1]))
        try message.validate()
        #expect(String(decoding: message.body, as: UTF8.self) == #"{"aps":{"content-available":1},"n":1}"#)
    }

    @Test func `an urgent silent push is still one`() throws {
        try APNsMessage(PushMessage(data: ["n": 1], priority: .high, isSilent: true)).validate()
        try APNsMessage(PushMessage(data: ["n": 1], priority: .high)).validate()
    }

    @Test func `link and image take the place of data with their names`() {
        let message = APNsMessage(
            PushMessage(body: "B", link: "/a", image: "i", data: ["link": 1, "image": 2, "x": 3])
        )
        #expect(message.data == ["link": "/a", "image": "i", "x": 3])
        #expect(message.mutableContent == true)
        #expect(APNsMessage(PushMessage(body: "B", data: ["link": 1])).data == ["link": 1])
        #expect(APNsMessage(PushMessage(body: "B")).mutableContent == nil)
    }

    @Test func `a collapse key that cannot be a collapse id makes no message wrong`() throws {
        let key = String(repeating: "é", count: 40)
        let message = APNsMessage(PushMessage(title: "T", collapseKey: key))
        try message.validate()
        #expect(message.collapseID == APNsMessage(PushMessage(body: "B", collapseKey: key)).collapseID)
        #expect(APNsMessage(PushMessage(title: "T", collapseKey: "k")).collapseID == "k")
    }

    @Test func `a stored neutral message is read`() throws {
        let push = PushMessage(title: "T", badge: 0, timeToLive: .zero)
        let read = try Payload(encoding: PushEnvelope(push)).decoded(as: APNsMessage.self)
        #expect(read == APNsMessage(push))
        #expect(read.expiration == .immediately)
    }

    @Test func `what a later version adds is passed over`() throws {
        let message = try decoded(#"{"aps":{"alert":"Hello","hologram":1,"badge":null},"colour":"red"}"#)
        #expect(message.alert == APNsAlert(body: "Hello"))
        #expect(message.additional == ["hologram": 1])
        #expect(message.badge == nil)
        #expect(try decoded("{}") == APNsMessage())
    }

    @Test(arguments: [
        (#"{"badge":"1"}"#, "aps.badge"), (#"{"badge":1.5}"#, "aps.badge"), (#"{"alert":1}"#, "aps.alert"),
        (#"{"alert":{"title":1}}"#, "aps.alert.title"),
        (#"{"alert":{"loc-key":"K","loc-args":[1]}}"#, "aps.alert.loc-args"),
        (#"{"sound":1}"#, "aps.sound"), (#"{"sound":{"volume":"1"}}"#, "aps.sound.volume"),
        (#"{"sound":{"loudness":1}}"#, "aps.sound.loudness"), (#"{"content-available":2}"#, "aps.content-available"),
        (#"{"content-available":"1"}"#, "aps.content-available"), (#"{"event":"update"}"#, "aps.timestamp"),
        (#"{"event":"update","timestamp":1,"content-state":[]}"#, "aps.content-state"),
        (#"{"url-args":"x"}"#, "aps.url-args"), (#"{"thread-id":7}"#, "aps.thread-id"),
    ])
    func `a key of the wrong kind is named`(_ aps: String, _ field: String) throws {
        let dictionary = try #require(JSONParser(.json).parse(aps).object)
        var message = APNsMessage()
        let error = #expect(throws: APNsMessageError.self) { try message.merge(aps: dictionary) }
        #expect(error?.field == field)
    }

    @Test func `1, true and 1,0 all mean yes`() throws {
        for yes in ["1", "true", "1.0"] {
            #expect(try decoded(#"{"aps":{"content-available":\#(yes)}}"#).contentAvailable == true)
        }
    }

    @Test(arguments: [
        APNsExpiration.immediately, .at(Timestamp(microsecondsSinceEpoch: 1_700_000_000_123_456)),
        .after(.milliseconds(1500)),
    ])
    func `an expiration is read back`(_ expiration: APNsExpiration) throws {
        var message = APNsMessage.alert(title: "T")
        message.expiration = expiration
        #expect(try Payload(encoding: message).decoded(as: APNsMessage.self) == message)
    }

    @Test func `the state of a Live Activity must be an object`() {
        #expect(throws: EncodingError.self) {
            try APNsMessage.updateLiveActivity(contentState: [1, 2], timestamp: WireSpecimen.time)
        }
    }

    @Test func `times before 1970 are rounded down too`() {
        #expect(Timestamp(microsecondsSinceEpoch: -1).secondsSinceEpoch == -1)
        #expect(Timestamp(microsecondsSinceEpoch: -1_000_000).secondsSinceEpoch == -1)
        #expect(Timestamp(microsecondsSinceEpoch: 1_999_999).secondsSinceEpoch == 1)
    }
}
