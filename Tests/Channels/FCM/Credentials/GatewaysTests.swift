import FanfareCore
import FanfareHTTP2
import Foundation
import Testing

@testable import FanfareFCM

struct GatewaysTests {
    @Test func `an app's credential is its own by channel, then its own, then the default`() async throws {
        let bench = try FCMBench([
            "fcm:shop": FCMBench.account(project: "one"), "shop": FCMBench.account(project: "two"),
            "desk": FCMBench.account(project: "three"), "default": FCMBench.account(project: "four"),
        ])
        for app in ["shop", "desk", "other", nil] { try await bench.deliver(appID: app) }
        #expect(
            bench.google.sent.map(\.path)
                == ["one", "three", "four", "four"].map { "/v1/projects/\($0)/messages:send" }
        )
        let credentials = ["shop", "desk", nil].map {
            bench.channel.credential(for: .fcm(FCMBench.token, appID: $0)).rawValue
        }
        #expect(credentials == ["fcm:shop", "desk", "default"])
    }

    @Test func `an app without a credential waits for one`() async throws {
        let bench = try FCMBench(["shop": FCMBench.account()])
        let outcome = try await bench.deliver(appID: "desk")
        #expect(outcome.kind == "misconfigured")
        #expect(outcome.reason?.code == "no-credential")
        #expect(outcome.reason?.detail?.contains("desk") == true)
        #expect(try await bench.deliver().kind == "misconfigured")
        #expect(bench.channel.credential(for: .fcm(FCMBench.token, appID: "desk")).rawValue == "missing")
        #expect(bench.google.sent.isEmpty && bench.google.asked.isEmpty)
    }

    @Test func `two accounts share neither connections nor tokens; one account shares both`() async throws {
        let bench = try FCMBench(
            [
                "a": FCMBench.account(project: "a"), "b": FCMBench.account(project: "b"),
                "c": FCMBench.account(project: "b"),
            ],
            tokens: { .granted("of-\($0.claim("iss") ?? "")") }
        )
        for app in ["a", "b", "c", "a"] { try await bench.deliver(appID: app) }
        let sent = bench.google.sent
        #expect(
            sent.map(\.authorization) == ["a", "b", "b", "a"].map { "Bearer of-push@\($0).example.com" }
        )
        #expect(sent[0].pool == sent[3].pool && sent[1].pool == sent[2].pool && sent[0].pool != sent[1].pool)
        #expect(bench.google.asked.count == 2)
        // Both accounts' tokens are to be had at one server.
        #expect(bench.google.pools.map(\.connections).sorted() == [1, 4, 4])
    }

    @Test func `a request says what FCM wants to know`() async throws {
        let bench = try FCMBench()
        #expect(try await bench.deliver() == .sent(providerID: "projects/demo-project-a/messages/1"))
        let sent = try #require(bench.google.sent.first)
        #expect(sent.endpoint == HTTP2Endpoint(host: "fcm.googleapis.com", port: 443))
        #expect(sent.path == "/v1/projects/demo-project-a/messages:send")
        #expect(sent.authorization == "Bearer token-1")
        #expect(sent.fields["content-type"] == "application/json")
        #expect(sent.token == FCMBench.token)
        #expect(sent.message?["notification"]?["title"]?.string == "Secret title")
    }

    @Test func `an account that cannot be used is an error that names it and shows no secret`() throws {
        var account = try FCMBench.account()
        account.privateKey = Secret("-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----")
        let error = #expect(throws: FCMConfigurationError.self) { _ = try FCMBench(["shop": account]) }
        #expect(error?.field == "credentials.shop")
        #expect(error?.problem.hasPrefix("private_key cannot sign") == true)
        #expect(error?.description.contains("c2VjcmV0") == false)
        account = try FCMBench.account()
        account.projectID = "../x"
        #expect(throws: FCMConfigurationError.self) { _ = try FCMBench(["shop": account]) }
        account = try FCMBench.account()
        account.tokenURI = try #require(URL(string: "http://oauth2.example/token"))
        #expect(throws: FCMConfigurationError.self) { _ = try FCMBench(["shop": account]) }
    }

    @Test func `connections are counted for each host, and closed at the end`() async throws {
        let bench = try FCMBench(configure: { $0.endpoint = URL(string: "https://fcm.example:8443") })
        #expect(bench.channel.connections.allSatisfy { $0.count == 0 })
        try await bench.deliver()
        #expect(
            bench.channel.connections == [
                OpenConnections(to: "127.0.0.1:18080", count: 1), OpenConnections(to: "fcm.example:8443", count: 1),
            ]
        )
        await bench.channel.shutdown()
        #expect(bench.google.isShutDown)
    }
}
