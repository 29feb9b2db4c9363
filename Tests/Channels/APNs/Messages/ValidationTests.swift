import FanfareCore
import FanfarePush
import Testing

@testable import FanfareAPNs

struct ValidationTests {
    /// A message with something wrong, and the field the error must name.
    struct Fault: Sendable, CustomTestStringConvertible {
        let field: String
        let message: APNsMessage
        let testDescription: String

        init(_ field: String, _ description: String, _ message: APNsMessage, _ change: (inout APNsMessage) -> Void) {
            var message = message
            change(&message)
            self.field = field
            self.message = message
            testDescription = "\(field): \(description)"
        }

        init(_ field: String, _ description: String, _ change: (inout APNsMessage) -> Void) {
            self.init(field, description, .alert(title: "T"), change)
        }
    }

    private static let contentFaults = [
        Fault("data.aps", "taken by the caller") { $0.data["aps"] = ["badge": 1] },
        Fault("additional.badge", "has a property") { $0.additional["badge"] = 1 },
        Fault("aps.badge", "below zero") { $0.badge = -1 },
        Fault("aps.alert", "empty") { $0.alert = APNsAlert() },
        Fault("aps.sound.volume", "too loud") { $0.sound = .critical(volume: 1.01) },
        Fault("aps.sound.volume", "no number") { $0.sound = .critical(volume: .nan) },
        Fault("aps.sound.volume", "below zero") { $0.sound = .critical(volume: -0.1) },
        Fault("aps.relevance-score", "above 1") { $0.relevanceScore = 1.5 },
        Fault("aps.relevance-score", "below 0") { $0.relevanceScore = -0.5 },
        Fault("aps.relevance-score", "no number") { $0.relevanceScore = .nan },
    ]

    /// Case apns-13: impossible pairs.
    private static let typeFaults = [
        Fault("priority", "10 in the background", .background()) { $0.priority = .immediate },
        Fault("priority", "1 in the background", .background()) { $0.priority = .lowest },
        Fault("aps.alert", "in the background", .background()) { $0.alert = APNsAlert(body: "Hello") },
        Fault("aps.badge", "in the background", .background()) { $0.badge = 0 },
        Fault("aps.sound", "in the background", .background()) { $0.sound = .default },
        Fault("aps.content-available", "0 in the background", .background()) { $0.contentAvailable = false },
        Fault("aps.alert", "in a silent push", APNsMessage(PushMessage(title: "T", isSilent: true))) { _ in },
        Fault("pushType", "alert with nothing to see", .background()) { $0.pushType = .alert },
        Fault("pushType", "reload of nobody knows what", .widgets()) { $0.pushType = nil },
        Fault("aps.content-changed", "missing", .widgets()) { $0.contentChanged = nil },
        Fault("aps.content-changed", "false", .controls()) { $0.contentChanged = false },
        Fault("pushType", "not that of a Live Activity") {
            $0.liveActivity = APNsLiveActivity(event: .end, timestamp: WireSpecimen.time)
        },
        Fault("liveActivity", "missing") { $0.pushType = .liveActivity },
    ]

    private static let headerFaults = [
        Fault("collapseID", "too long") { $0.collapseID = String(repeating: "k", count: 65) },
        Fault("collapseID", "too long in bytes") { $0.collapseID = String(repeating: "é", count: 33) },
        Fault("collapseID", "not ASCII") { $0.collapseID = "é" },
        Fault("collapseID", "empty") { $0.collapseID = "" },
        Fault("collapseID", "with a line break") { $0.collapseID = "a\r\nb: c" },
        Fault("topic", "empty") { $0.topic = "" },
        Fault("topic", "with a line break") { $0.topic = "com.example\n" },
        Fault("pushType", "with a line break") { $0.pushType = "alert\r\n" },
        Fault("headers", "a name in upper case") { $0.headers["X-A"] = "1" },
        Fault("headers", "a pseudo-header") { $0.headers[":path"] = "/" },
        Fault("headers.x-a", "with a line break") { $0.headers["x-a"] = "1\r\nx-b: 2" },
        Fault("headers.apns-id", "taken") { $0.headers["apns-id"] = "1" },
        Fault("headers.apns-topic", "taken") { $0.headers["apns-topic"] = "t" },
        Fault("headers.apns-push-type", "taken") { $0.headers["apns-push-type"] = "alert" },
        Fault("headers.apns-priority", "taken") { $0.headers["apns-priority"] = "10" },
        Fault("headers.apns-expiration", "taken") { $0.headers["apns-expiration"] = "0" },
        Fault("headers.apns-collapse-id", "taken") { $0.headers["apns-collapse-id"] = "k" },
        Fault("headers.authorization", "taken") { $0.headers["authorization"] = "bearer x" },
        Fault("headers.content-length", "of the transport") { $0.headers["content-length"] = "2" },
        Fault("headers.content-encoding", "of the transport") { $0.headers["content-encoding"] = "gzip" },
    ]

    private static func activityFaults() throws -> [Fault] {
        let alert = APNsAlert(title: "T", body: "B")
        let start = try APNsMessage.startLiveActivity(
            "Trip",
            attributes: ["line": 7],
            contentState: ["stop": "A"],
            alert: alert,
            timestamp: WireSpecimen.time
        )
        let update = try APNsMessage.updateLiveActivity(contentState: ["stop": "A"], timestamp: WireSpecimen.time)
        return [
            Fault("aps.content-state", "start without", start) { $0.liveActivity?.contentState = nil },
            Fault("aps.content-state", "update without", update) { $0.liveActivity?.contentState = nil },
            Fault("aps.attributes-type", "start without", start) { $0.liveActivity?.attributesType = nil },
            Fault("aps.attributes-type", "start with none", start) { $0.liveActivity?.attributesType = "" },
            Fault("aps.attributes", "start without", start) { $0.liveActivity?.attributes = nil },
            Fault("aps.alert", "start without", start) { $0.alert = nil },
            Fault("aps.alert", "start without a body", start) { $0.alert = APNsAlert(title: "T") },
            Fault("aps.input-push-channel", "and a token", start) {
                $0.liveActivity?.requestsPushToken = true
                $0.liveActivity?.inputPushChannel = "c"
            },
            Fault("aps.attributes", "in an update", update) { $0.liveActivity?.attributes = [:] },
            Fault("aps.attributes-type", "in an update", update) { $0.liveActivity?.attributesType = "Trip" },
            Fault("aps.input-push-token", "in an update", update) { $0.liveActivity?.requestsPushToken = true },
            Fault("aps.input-push-channel", "in an update", update) { $0.liveActivity?.inputPushChannel = "c" },
            Fault("aps.relevance-score", "infinite", update) { $0.relevanceScore = .infinity },
        ]
    }

    @Test(arguments: try contentFaults + typeFaults + headerFaults + activityFaults())
    func `what APNs would refuse is refused before it is stored, and the field is named`(_ fault: Fault) {
        let error = #expect(throws: APNsMessageError.self) { try fault.message.validate() }
        #expect(error?.field == fault.field)
        #expect(throws: APNsMessageError.self) { try PreparedPush(fault.message) }
    }

    @Test(arguments: [(APNsPushType.alert, 4096), (.voip, 5120), (.background, 4096), ("hologram", 4096)])
    func `a payload may fill its limit to the last byte`(_ type: APNsPushType, _ limit: Int) throws {
        var message = type == .alert ? APNsMessage.alert(title: "T", sound: nil) : APNsMessage(pushType: type)
        message.data["x"] = ""
        // Two bytes for each of these, one for the rest: characters do not count, bytes do.
        let room = limit - message.body.count
        message.data["x"] = .string(String(repeating: "é", count: room / 2) + String(repeating: "/", count: room % 2))
        #expect(message.body.count == limit)
        try message.validate()
        message.data["x"] = .string((message.data["x"]?.string ?? "") + "\"é")
        let error = #expect(throws: APNsMessageError.self) { try message.validate() }
        #expect(error?.field == "payload")
        #expect(error?.excess == 4)
        #expect(error?.description.contains("\(limit + 4) bytes, 4 too many") == true)
    }

    @Test func `a collapse id may have 64 bytes`() throws {
        var message = APNsMessage.alert(title: "T")
        message.collapseID = String(repeating: "k", count: 64)
        try message.validate()
        message.collapseID = String(repeating: "k", count: 70)
        #expect(
            throws: APNsMessageError(
                "collapseID",
                "has 70 bytes or characters no header has; expected 1 to 64 "
                    + "bytes of visible ASCII",
                excess: 6
            )
        ) { try message.validate() }
    }

    @Test func `what is right at its limit passes`() throws {
        var message = APNsMessage.alert(title: "T", sound: .critical(volume: 0), badge: 0)
        for score in [0, 0.5, 1] {
            message.relevanceScore = score
            try message.validate()
        }
        message.sound?.volume = 1
        try message.validate()
        var silent = APNsMessage.background()
        silent.priority = .conserving
        silent.contentAvailable = true
        try silent.validate()
    }

    @Test func `an error shows nothing of the message`() {
        var message = APNsMessage.alert(title: "confidential")
        message.collapseID = "confidential" + String(repeating: "é", count: 60)
        message.headers["x-a"] = "confidential\n"
        for _ in 0..<2 {
            let error = #expect(throws: APNsMessageError.self) { try message.validate() }
            #expect(error.map { "\($0)".contains("confidential") } == false)
            message.collapseID = nil
        }
    }
}
