import FanfareCore
import FanfareHTTP2
import FoundationEssentials
import Testing

@testable import FanfareAPNs

struct GatewaysTests {
    @Test func `an app's credential is its own by channel, then its own, then the default`() async throws {
        let bench = try APNsBench([
            "apns:shop": APNsBench.credential("com.example.one"), "shop": APNsBench.credential("com.example.two"),
            "desk": APNsBench.credential("com.example.three"), "default": APNsBench.credential("com.example.four"),
        ])
        for app in ["shop", "desk", "other", nil] { try await bench.deliver(appID: app) }
        #expect(
            bench.transport.sent.map { $0.fields["apns-topic"] }
                == ["com.example.one", "com.example.three", "com.example.four", "com.example.four"]
        )
    }

    @Test func `an app without a credential waits for one`() async throws {
        let bench = try APNsBench(["shop": APNsBench.credential("com.example.shop")])
        let outcome = try await bench.deliver(appID: "desk")
        #expect(outcome.kind == "misconfigured")
        #expect(outcome.reason?.code == "no-credential")
        #expect(outcome.reason?.detail?.contains("desk") == true)
        #expect(try await bench.deliver().kind == "misconfigured")
        #expect(bench.transport.sent.isEmpty)
    }

    @Test func `creds-08: two teams' pushes share neither connections nor tokens nor topics`() async throws {
        let bench = try APNsBench([
            "a": APNsBench.credential("com.example.a", team: "TEAMAAAAAA"),
            "b": APNsBench.credential("com.example.b", team: "TEAMBBBBBB"),
        ])
        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    let app = number.isMultiple(of: 2) ? "a" : "b"
                    let outcome = try await bench.deliver(appID: app)
                    #expect(outcome.kind == "sent")
                }
            }
            try await group.waitForAll()
        }
        let sent = bench.transport.sent
        #expect(sent.count == 100)
        for (_, requests) in Dictionary(grouping: sent, by: \.connection) {
            #expect(Set(requests.map { $0.claim("iss") }).count == 1)
        }
        let pairs = Set(sent.map { "\($0.claim("iss") ?? "") \($0.fields["apns-topic"] ?? "")" })
        #expect(pairs == ["TEAMAAAAAA com.example.a", "TEAMBBBBBB com.example.b"])
        #expect(Set(sent.map(\.authorization)).count == 2)
    }

    @Test func `apps of one key share its token and its connections`() async throws {
        let bench = try APNsBench([
            "a": APNsBench.credential("com.example.a"), "b": APNsBench.credential("com.example.b"),
        ])
        for app in ["a", "b"] {
            for environment in DeviceEnvironment.allCases {
                try await bench.deliver(environment: environment, appID: app)
            }
        }
        #expect(Set(bench.transport.sent.map(\.authorization)).count == 1)
        #expect(bench.transport.pools == 2)
    }

    @Test func `a credential can have another key and topic for the sandbox`() async throws {
        let credential = try APNsCredential(
            key: APNsBench.key(),
            topic: "com.example.app",
            sandboxKey: APNsBench.key(id: "SANDBOXKEY"),
            sandboxTopic: "com.example.app.dev"
        )
        let bench = try APNsBench(["default": credential])
        for environment in [DeviceEnvironment.production, .sandbox] {
            try await bench.deliver(environment: environment)
        }
        let sent = bench.transport.sent
        #expect(sent.map { $0.claim("kid") } == ["ABC123DEFG", "SANDBOXKEY"])
        #expect(sent.map { $0.fields["apns-topic"] } == ["com.example.app", "com.example.app.dev"])
        #expect(sent.map(\.endpoint.host) == ["api.push.apple.com", "api.sandbox.push.apple.com"])
    }

    @Test func `the topic has the suffix of the push type`() async throws {
        let bench = try APNsBench()
        var message = APNsMessage.alert(title: "T")
        message.pushType = .voip
        try await bench.deliver(message)
        #expect(bench.transport.sent.first?.fields["apns-topic"] == "com.example.app.voip")
    }

    @Test func `a pause is about one key in one environment for one topic`() throws {
        let bench = try APNsBench(["shop": APNsBench.credential("com.example.shop")])
        func credential(_ environment: DeviceEnvironment?, _ app: String = "shop", type: APNsPushType = .alert) throws
            -> String
        {
            var message = APNsMessage.alert(title: "T")
            message.pushType = type
            let route = Route(channel: .apns, address: APNsBench.token, environment: environment, appID: app)
            return bench.channel.credential(for: route, carrying: try bench.channel.prepare(message)).rawValue
        }
        #expect(try credential(nil) == "shop/com.example.shop")
        #expect(try credential(.production) == "shop/com.example.shop")
        #expect(try credential(.sandbox) == "shop/sandbox/com.example.shop")
        #expect(try credential(.production, type: .voip) == "shop/com.example.shop.voip")
        #expect(try credential(.production, "desk") == "missing")
    }

    @Test func `a key that cannot sign is an error that names it and does not show it`() throws {
        let pem = "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----"
        let key = APNsKey(pem: Secret(pem), keyID: "ABC123DEFG", teamID: "TEAM123456")
        let error = #expect(throws: APNsConfigurationError.self) {
            _ = try APNsBench(["shop": APNsCredential(key: APNsBench.key(), topic: "t", sandboxKey: key)])
        }
        #expect(error?.field == "credentials.shop.sandbox")
        #expect(error?.problem.contains("incomplete") == true)
        #expect(error?.description.contains("c2VjcmV0") == false)
    }

    @Test func `connections are counted for each host, and closed at the end`() async throws {
        let bench = try APNsBench(configure: {
            $0.sandboxEndpoint = URL(string: "https://api.sandbox.example:2197")
        })
        try await bench.deliver()
        #expect(
            bench.channel.connections == [
                OpenConnections(to: "api.push.apple.com", count: 1),
                OpenConnections(to: "api.sandbox.example:2197", count: 0),
            ]
        )
        await bench.channel.shutdown()
        #expect(bench.transport.isShutDown)
    }
}
