import FanfareCore
import FanfareMemory
import FanfareTesting
import Testing

@testable import FanfareAPNs
@testable import FanfareHost

/// The plug-in as a host uses it: from the text of a configuration to what is stored.
struct HostTests {
    private func configuration(
        _ channel: String = "credentials: { default: { \(ConfigurationText.credential) } }",
        types: String = ""
    ) throws -> HostConfiguration {
        let text = "{ store: \"memory:\", channels: { apns: { \(channel) } }, notifications: { \(types) } }"
        let source = ConfigurationSource(Array(text.utf8), fileName: "fanfare.json5", environment: [:]) { path in
            try Array(ConfigurationText.fixture(path).utf8)
        }
        let plugins = PluginSet(channels: [APNsPlugin()], stores: [MemoryPlugin()], notifications: [])
        return try HostConfiguration(from: source, plugins: plugins)
    }

    private func message(of type: String, _ data: JSONValue = [:]) async throws -> APNsMessage {
        let notification = try #require(try configuration(types: "t: { \(type) }").catalog["t"])
        let recipient = OnDemand(.apns("a1b2"))
        let rendering = try #require(try notification.trigger(data).draft.ways(recipient).first?.renderings.first)
        return try await rendering.message(recipient).decoded(as: APNsMessage.self)
    }

    @Test func `a type of the configuration is what goes out`() async throws {
        let message = try await message(
            of: """
                via: ["push"], title: "Order #{{order.number}} shipped", body: "", link: "/orders/{{order.number}}", badge: 0,
                data: { orderNumber: "{{order.number}}", text: "no. {{order.number}}" },
                apns: { sound: "default", "thread-id": "orders-{{order.number}}", "relevance-score": "{{score}}" },
                """,
            ["order": ["number": 7], "score": 0.5]
        )
        try message.validate()
        #expect(
            String(decoding: message.body, as: UTF8.self) == """
                {"aps":{"alert":{"body":"","title":"Order #7 shipped"},"badge":0,"relevance-score":0.5,"sound":"default",\
                "thread-id":"orders-7"},"link":"/orders/7","orderNumber":7,"text":"no. 7"}
                """
        )
    }

    /// Case apns-13.
    @Test func `a type with neither title nor body wakes the app in the background`() async throws {
        let message = try await message(of: "via: [\"apns\"], data: { n: 1 }")
        try message.validate()
        #expect(message.resolvedPushType == .background)
        #expect(String(decoding: message.body, as: UTF8.self) == #"{"aps":{"content-available":1},"n":1}"#)
    }

    @Test func `data named aps is the caller's fault, and said so`() async throws {
        let message = try await message(of: "via: [\"push\"], title: \"T\", data: { aps: {} }")
        let error = #expect(throws: APNsMessageError.self) { try message.validate() }
        let problem = Problem(NotifyError(.messageRefused, channel: .apns, underlying: error))
        #expect(problem.detail.contains("data.aps is the dictionary of the message itself"))
    }

    @Test func `a faulty block of a type is a fault of the configuration`() {
        let error = #expect(throws: ConfigurationError.self) {
            try configuration(
                types: "t: { via: [\"push\"], title: \"T\", apns: { badge: \"many\", \"thread-id\": 7 } }"
            )
        }
        #expect(
            error?.faults.map(\.description) == [
                "notifications.t.apns.badge: is a string; expected a whole number",
                "notifications.t.apns.thread-id: is a number; expected a string",
            ]
        )
    }

    @Test(arguments: ["credentials: { default: { \(ConfigurationText.credential) } }", "preview: true"])
    func `a channel is built without connecting to anything`(_ channel: String) async throws {
        let environment = PluginEnvironment(clock: ManualClock(), log: SilentLog(), folder: "")
        let registry = try configuration(channel).registry(in: environment)
        let channel = try #require(registry[.apns])
        #expect(channel.connections.allSatisfy { $0.count == 0 })
        await channel.shutdown()
    }

    private struct SilentLog: LogSink {
        func log(_ level: LogLevel, _ message: String, _ fields: [String: JSONValue]) {}
    }
}
