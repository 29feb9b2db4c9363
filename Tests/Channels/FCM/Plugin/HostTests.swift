import FanfareCore
import FanfareMemory
import FanfareTesting
import Testing

@testable import FanfareAPNs
@testable import FanfareFCM
@testable import FanfareHost

/// The plug-in as a host uses it: from the text of a configuration to what is stored.
struct HostTests {
    private func configuration(
        _ channel: String = "credentials: { default: { \(ConfigurationText.credential) } }",
        types: String = ""
    ) throws -> HostConfiguration {
        let channels = "{ fcm: { \(channel) }, apns: { preview: true } }"
        let text = "{ store: \"memory:\", channels: \(channels), notifications: { \(types) } }"
        let source = ConfigurationSource(Array(text.utf8), fileName: "fanfare.json5", environment: [:]) { path in
            try Fixture.bytes(path)
        }
        let plugins = PluginSet(channels: [APNsPlugin(), FCMPlugin()], stores: [MemoryPlugin()], notifications: [])
        return try HostConfiguration(from: source, plugins: plugins)
    }

    private func renderings(of type: String, _ data: JSONValue = [:]) async throws -> [ChannelID: Payload] {
        let notification = try #require(try configuration(types: "t: { \(type) }").catalog["t"])
        let recipient = OnDemand(.fcm("a-registration-token"))
        var payloads: [ChannelID: Payload] = [:]
        for rendering in try notification.trigger(data).draft.ways(recipient).flatMap(\.renderings) {
            payloads[rendering.channel] = try await rendering.message(recipient)
        }
        return payloads
    }

    private func message(of type: String, _ data: JSONValue = [:]) async throws -> FCMMessage {
        try #require(try await renderings(of: type, data)[.fcm]).decoded(as: FCMMessage.self)
    }

    @Test func `a type of the configuration is what goes out, with its block merged in`() async throws {
        let message = try await message(
            of: """
                via: ["push"], title: "Order #{{order.number}} shipped", body: "", link: "/orders/{{order.number}}",
                data: { orderNumber: "{{order.number}}", vip: "{{vip}}" },
                fcm: { android: { priority: "high", ttl: "3600s", notification: { channel_id: "c-{{order.number}}" } } },
                """,
            ["order": ["number": 7], "vip": true]
        )
        try message.validate()
        #expect(message.notification.title == "Order #7 shipped" && message.notification.body == "")
        #expect(message.data == ["orderNumber": "7", "vip": "true", "link": "/orders/7"])
        #expect(message.android.priority == .high && message.android.timeToLive == .seconds(3600))
        #expect(message.android.notification.channelID == "c-7")
    }

    @Test func `by push a type reaches both platforms, and by its own name one`() async throws {
        let both = try await renderings(of: "via: [\"push\"], title: \"T\"")
        #expect(Set(both.keys) == [.apns, .fcm])
        #expect(try await Set(renderings(of: "via: [\"fcm\"], title: \"T\"").keys) == [.fcm])
    }

    @Test func `a type with neither title nor body is a silent message`() async throws {
        let message = try await message(of: "via: [\"fcm\"], data: { n: 1 }")
        #expect(message == .data(["n": 1]))
    }

    @Test func `a faulty block of a type is a fault of the configuration`() {
        let error = #expect(throws: ConfigurationError.self) {
            try configuration(
                types: "t: { via: [\"push\"], title: \"T\", fcm: { token: \"x\", android: { ttl: 7, prio: 1 } } }"
            )
        }
        #expect(
            error?.faults.map(\.description).map { String($0.prefix { $0 != ":" }) } == [
                "notifications.t.fcm.android.prio", "notifications.t.fcm.android.ttl", "notifications.t.fcm.token",
            ]
        )
    }

    @Test(arguments: ["credentials: { default: { \(ConfigurationText.credential) } }", "preview: true"])
    func `a channel is built without connecting to anything`(_ channel: String) async throws {
        let environment = PluginEnvironment(clock: ManualClock(), log: SilentLog(), folder: "")
        let registry = try configuration(channel).registry(in: environment)
        let channel = try #require(registry[.fcm])
        #expect(channel.connections.allSatisfy { $0.count == 0 })
        await channel.shutdown()
    }
}
