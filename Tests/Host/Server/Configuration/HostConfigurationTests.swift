import FanfareCore
import Testing

@testable import FanfareHost

struct HostConfigurationTests {
    @Test func `everything but the store has a default`() throws {
        let configuration = try World("{ store: \"shared:\" }").configuration()
        #expect(configuration.http.listen.description == "127.0.0.1:8080")
        #expect(configuration.worker.lease == .seconds(60))
        #expect(configuration.worker.drain == .seconds(10))
        #expect(configuration.retry == RetryPolicy())
        #expect(configuration.channels.map(\.id) == ["log"])
        #expect(configuration.logLevel == .info)
        #expect(configuration.logFormat == nil)
        #expect(configuration.idempotency == .seconds(7 * 86_400))
        #expect(configuration.retention == .seconds(30 * 86_400))
        #expect(configuration.folder == "./")
    }

    @Test func `what is said is read`() throws {
        let world = World(
            """
            { store: "shared:", http: { listen: "[::1]:80", apiKeys: ["0123456789abcdef"],
                userTokens: { algorithm: "HS256", key: "0123456789abcdef0123456789abcdef" } },
              worker: { lease: "1h", drain: "0s" }, retry: { maxAttempts: 3, jitter: 0 },
              channels: { pager: { key: "k", retry: { delays: ["1s"] } } },
              log: { level: "debug", format: "json" }, idempotency: "1d", retention: "2d" }
            """
        )
        let configuration = try world.configuration(requiresKeys: true)
        #expect(configuration.http.listen.description == "[::1]:80")
        #expect(configuration.http.authenticator.apiKeys == [Secret("0123456789abcdef")])
        #expect(configuration.http.authenticator.userTokens != nil)
        #expect(configuration.worker.drain == .zero)
        #expect(configuration.channels.first?.retry.delays == [.seconds(1)])
        #expect(configuration.channels.first?.retry.maxAttempts == 3)
        #expect(configuration.logFormat == .json)
        #expect(configuration.retention == .seconds(2 * 86_400))
    }

    @Test func `the environment overrides the file`() throws {
        let world = World("{ store: \"nowhere:\", http: { listen: \"$env:UNSET\", apiKeys: [\"0123456789abcdef\"] } }")
        #expect(world.faults().count == 2)
        world.variables.update { $0 = ["FANFARE_STORE": "shared:x", "FANFARE_LISTEN": "0.0.0.0:1"] }
        let configuration = try world.configuration()
        #expect(configuration.store.location.rest == Secret("x"))
        #expect(configuration.http.listen.description == "0.0.0.0:1")
        world.variables.update { $0 = ["FANFARE_STORE": "else:x", "FANFARE_LISTEN": "x"] }
        #expect(
            world.faults().map { $0.prefix(30) }.sorted() == [
                "http.listen: FANFARE_LISTEN: h", "store: FANFARE_STORE: is no UR",
            ]
        )
    }

    @Test func `keys are needed to serve, and where there is an http section`() {
        let fault = "http.apiKeys: missing; expected a list of keys of at least 16 characters"
        #expect(World("{ store: \"shared:\" }").faults() == [])
        #expect(World("{ store: \"shared:\" }").faults(requiresKeys: true) == [fault])
        #expect(World("{ store: \"shared:\", http: {} }").faults() == [fault])
    }

    @Test(arguments: [
        ("http: { apiKeys: [\"0123456789abcdef\", \"short\"] }", "http.apiKeys[1]: the key has 5 characters"),
        ("http: { apiKeys: [\"0123456789 abcdef\"] }", "http.apiKeys[0]: the key has blanks"),
        ("http: { apiKeys: [] }", "http.apiKeys: found an empty list"),
        (
            "http: { apiKeys: [\"0123456789abcdef\"], userTokens: { algorithm: \"HS256\", key: \"short\" } }",
            "http.userTokens.key: the secret has 5 bytes; HS256 takes at least 32"
        ),
        ("channels: { page: {} }", "channels.page: unknown key; did you mean \"pager\"? known keys: log, pager"),
        ("channels: { pager: {} }", "channels.pager.key: missing"),
        ("retry: { delays: [] }", "retry.delays: found an empty list"),
        ("worker: { lease: \"2h\" }", "worker.lease: \"2h\" is out of range"),
        ("notifications: { x: { via: [] } }", "notifications.x.via: found an empty list"),
        ("notifications: { x: {} }", "notifications.x.via: missing"),
        ("notifications: { x: { via: [\"log\", \"log\"] } }", "notifications.x.via[1]: \"log\" is there twice"),
        (
            "notifications: { x: { via: [\"push\"] } }",
            "notifications.x.via[0]: \"push\" has no channel that is configured; add channels.pager"
        ),
        (
            "notifications: { x: { via: [\"fax\"] } }",
            "notifications.x.via[0]: \"fax\" is no channel; expected one of \"log\""
        ),
        (
            "notifications: { \"a.b\": { via: [\"log\"], title: \"{{\" } }",
            "notifications[\"a.b\"].title: the placeholder at"
        ),
        (
            "notifications: { x: { via: [\"log\"], data: { a: [\"{{\"] } } }",
            "notifications.x.data.a[0]: the placeholder"
        ),
        (
            "notifications: { x: { via: [\"log\"], pager: { parts: { a: \"{{\" } } } }",
            "notifications.x.pager.parts.a: the"
        ),
        ("notifications: { x: { via: [\"log\"], pager: { b: 1 } } }", "notifications.x.pager.b: unknown key"),
        ("notifications: { x: { via: [\"log\"], priority: \"low\" } }", "notifications.x.priority: is none of the"),
        (
            "notifications: { x: { via: [\"log\"], titel: \"\" } }",
            "notifications.x.titel: unknown key; did you mean \"title\""
        ),
        ("stores: 1", "stores: unknown key; did you mean \"store\""),
    ])
    func `a fault names its key`(text: String, expected: String) {
        let faults = World("{ store: \"shared:\", \(text) }").faults()
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix(expected) == true, "\(faults)")
    }

    @Test func `a store that cannot be is a fault that lists the schemes and hides the URL`() {
        #expect(World("{}").faults() == ["store: missing; expected a URL that begins with one of shared:"])
        let faults = World("{ store: \"postgres://u:hunter2@h/d\" }").faults()
        #expect(faults == ["store: is no URL of a known store; expected one that begins with one of shared:"])
    }

    @Test func `a preview needs no credential`() throws {
        let one = try World("{ store: \"shared:\", channels: { pager: { preview: true }, log: {} } }").configuration()
        #expect(one.channels.filter(\.isPreview).map(\.id) == ["pager"])
        let all = try World("{ store: \"shared:\", preview: true, channels: { pager: {}, log: {} } }").configuration()
        #expect(all.channels.map(\.isPreview) == [true, true])
    }
}
