import FanfareAPNs
import FanfareCore
import Testing

struct TemplateTests {
    private let plugin = APNsPlugin()

    private func faults(_ block: String) throws -> [String] {
        let source = ConfigurationSource(Array("{ apns: \(block) }".utf8), fileName: "f", environment: [:]) { _ in [] }
        do {
            try source.read { plugin.checkTemplate($0.section("apns")) }
            return []
        } catch let error as ConfigurationError {
            return error.faults.map(\.description)
        }
    }

    @Test func `a notification type becomes a push with its data beside aps`() throws {
        let template = FilledTemplate(
            type: "order.shipped",
            title: "Order #7 shipped",
            subtitle: "Two parcels",
            body: "Arriving tomorrow.",
            image: "https://example.com/7.png",
            link: "/orders/7",
            badge: 0,
            sound: "default",
            thread: "orders",
            data: ["orderNumber": 7],
            block: ["thread-id": "special", "interruption-level": "passive", "hologram": 1]
        )
        var expected = APNsMessage.alert(title: "Order #7 shipped", subtitle: "Two parcels", body: "Arriving tomorrow.")
        expected.pushType = nil
        expected.badge = 0
        expected.threadID = "special"
        expected.interruptionLevel = .passive
        expected.mutableContent = true
        expected.additional = ["hologram": 1]
        expected.data = ["orderNumber": 7, "link": "/orders/7", "image": "https://example.com/7.png"]
        #expect(try plugin.message(from: template) == expected)
        try expected.validate()
    }

    /// Case apns-13.
    @Test func `a type with neither title nor body is a background push`() throws {
        let message = try plugin.message(from: FilledTemplate(type: "sync", data: ["n": 1]))
        #expect(message == APNsMessage(data: ["n": 1]))
        try message.validate()
    }

    @Test func `the block adds to the alert, and can make one`() throws {
        let block: [String: JSONValue] = ["alert": ["body": "B", "loc-args": ["7"], "loc-key": "K"]]
        let added = try plugin.message(from: FilledTemplate(type: "t", title: "T", block: block))
        let localized = APNsLocalization("K", arguments: ["7"])
        #expect(added.alert == APNsAlert(title: "T", body: "B", localizedBody: localized))
        let made = try plugin.message(from: FilledTemplate(type: "t", image: "i", block: ["alert": "Hello"]))
        #expect(made.alert == APNsAlert(body: "Hello"))
        #expect(made.mutableContent == true)
    }

    @Test func `a number that was filled in is a number`() throws {
        let block: [String: JSONValue] = [
            "relevance-score": "0.5", "badge": "3", "content-available": "1",
            "sound": ["critical": "1", "name": "siren.caf", "volume": "0"],
            "event": "update", "timestamp": "1700000000", "content-state": ["stop": "A"],
        ]
        let message = try plugin.message(from: FilledTemplate(type: "t", block: block))
        #expect(message.relevanceScore == 0.5 && message.badge == 3 && message.contentAvailable == true)
        #expect(message.sound == .critical("siren.caf", volume: 0))
        #expect(message.liveActivity?.timestamp == WireSpecimen.time)
    }

    @Test func `the caller is told which key cannot be`() {
        let template = FilledTemplate(type: "t", title: "T", block: ["badge": "many"])
        let error = #expect(throws: APNsMessageError.self) { try plugin.message(from: template) }
        #expect(error?.field == "aps.badge")
        #expect(error?.description == "aps.badge is a string; expected a whole number")
    }

    @Test func `a block is checked as far as it is known`() throws {
        let right = """
            { sound: "default", "thread-id": "{{thread}}", badge: "{{count}}", hologram: { depth: 3 }, event: "update",
              timestamp: "{{at}}", alert: { "loc-key": "K", "loc-args": ["{{n}}"] }, "relevance-score": 0.5 }
            """
        #expect(try faults(right).isEmpty)
        let wrong = #"{ badge: "many", sound: { loudness: 1 }, alert: { title: 7 }, aps: {}, "thread-id": 7 }"#
        #expect(
            try faults(wrong) == [
                "apns.alert.title: is a number; expected a string",
                "apns.aps: is the dictionary this block is added to; leave out this level",
                "apns.badge: is a string; expected a whole number",
                "apns.sound.loudness: is no key of a sound",
                "apns.thread-id: is a number; expected a string",
            ]
        )
    }

    @Test func `it is reached by its own name and with the other services`() {
        #expect(plugin.ways == ["push", "apns"])
        #expect(plugin.id == "apns")
    }
}
