import FanfareCore
import FanfareFCM
import FanfareTesting
import Foundation
import Testing

/// The channel with its real transport.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct OverTheWireTests {
    private func deliver(
        _ token: String,
        app: String? = nil,
        by channel: FCMChannel
    ) async throws -> DeliveryOutcome {
        try await channel.deliver(
            .alert(title: "Grüße", body: "/a"),
            to: .fcm(token, appID: app),
            context: FCMWireBench.context()
        )
    }

    private func isSent(_ outcome: DeliveryOutcome) -> Bool { if case .sent = outcome { true } else { false } }

    @Test func `what is sent is what the message says, and the message's name is kept`() async throws {
        let bench = try await FCMWireBench()
        let id = try await bench.notify(["phone"])
        try await bench.pipeline.deliver()
        let request = try #require(bench.server.requests.first)
        #expect(request.fault == nil && !request.isTrial)
        #expect(request.project == "fanfare-test" && request.token == "phone")
        #expect(request.message?["notification"]?["title"] == "Grüße")
        #expect(request.message?["android"]?["notification"]?["tag"]?.string == id.description)
        #expect(request["x-goog-api-format-version"] == "2")
        let delivery = try #require(await bench.deliveries(of: id).first)
        #expect(delivery.state == .sent)
        #expect(delivery.providerID?.hasPrefix("projects/fanfare-test/messages/") == true)
        await bench.stop()
    }

    @Test func `every kind of target arrives as what it is`() async throws {
        let bench = try await FCMWireBench()
        for target in [FCMTarget.fid("f"), .topic("news"), .condition("'a' in topics"), .token("t")] {
            let outcome = try await bench.channel.deliver(
                .alert(title: "x"),
                to: .fcm(target),
                context: FCMWireBench.context()
            )
            #expect(isSent(outcome))
        }
        let requests = bench.server.requests
        #expect(requests.compactMap(\.fault).isEmpty)
        #expect(requests.map(\.fid) == ["f", nil, nil, nil])
        #expect(requests.map(\.topic) == [nil, "news", nil, nil])
        #expect(requests.map(\.condition) == [nil, nil, "'a' in topics", nil])
        #expect(requests.map(\.token) == [nil, nil, nil, "t"])
        await bench.stop()
    }

    @Test func `a hundred streams are open on each of four connections, and no more`() async throws {
        let bench = try await FCMWireBench(script: FCMScript().always(.ignore())) { _, configuration in
            configuration.responseTimeout = .seconds(60)
        }
        try await withThrowingTaskGroup { group in
            for number in 0..<1000 {
                group.addTask { try await deliver("device\(number)", by: bench.channel) }
            }
            let first = try await bench.server.requests(count: 400)
            #expect(first.count == 400)
            #expect(Set(first.map(\.connection)) == [1, 2, 3, 4])
            await #expect(throws: PushServerError.self) {
                try await bench.server.requests(count: 401, within: .milliseconds(200))
            }
            bench.server.follow(FCMScript())
            for request in first { bench.server.perform(.serve, for: request) }
            for try await outcome in group { #expect(isSent(outcome)) }
        }
        #expect(bench.server.requestCount == 1000)
        #expect(bench.server.connections == 4)
        await bench.stop()
    }

    // Case creds-08, for Google's accounts.
    @Test func `several projects send at once, each with its own account`() async throws {
        let server = try await FCMServer.start()
        let projects: [CredentialID: String] = [
            "shop": "shop-1", "fcm:bank": "bank-2", "bank": "wrong", .default: "rest-3",
        ]
        let channel = try FCMChannel(FCMWireBench.configuration(server, projects: projects))
        try await withThrowingTaskGroup { group in
            for number in 0..<300 {
                group.addTask {
                    let app = ["shop", "bank", "other"][number % 3]
                    return try await deliver("\(app)-\(number)", app: app, by: channel)
                }
            }
            for try await outcome in group { #expect(isSent(outcome)) }
        }
        let requests = server.requests
        #expect(requests.compactMap(\.fault).isEmpty)
        for (app, project) in [("shop", "shop-1"), ("bank", "bank-2"), ("other", "rest-3")] {
            let own = requests.filter { $0.token?.hasPrefix(app) == true }
            #expect(own.count == 100)
            #expect(Set(own.map(\.project)) == [project])
        }
        #expect(server.tokenRequestCount == 3)
        await channel.shutdown()
        await server.stop()
    }

    @Test func `a token endpoint that speaks HTTP/1.1 alone serves the check as well`() async throws {
        let server = try await GoogleStandIn("shop-a")
        let account = try FCMServiceAccount(json: Secret(try #require(server.accounts["shop-a"])))
        var configuration = FCMConfiguration(credential: account)
        configuration.endpoint = URL(string: server.url)
        let environment = PluginEnvironment(clock: SystemClock(), log: SilentLog(), folder: "")
        let found = await FCMPlugin().check(configuration, in: environment)
        #expect(found.map(\.result) == [.works])
        let report = try await server.report()
        #expect(report.tokens == 1)
        #expect(report.faults == "")
    }

    @Test func `creds-04: Python's h2 takes the messages, and PyJWT the assertions`() async throws {
        let server = try await GoogleStandIn("shop-a", "shop-b")
        var configuration = FCMConfiguration(credentials: [:])
        for (project, text) in server.accounts {
            configuration.credentials[CredentialID(rawValue: project)] = try FCMServiceAccount(json: Secret(text))
        }
        configuration.endpoint = URL(string: server.url)
        configuration.rampUp = .zero
        let channel = try FCMChannel(configuration)
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let app = number.isMultiple(of: 2) ? "shop-a" : "shop-b"
                    let outcome = try await deliver("device\(number)", app: app, by: channel)
                    if case .sent(let id, _) = outcome { #expect(id == "projects/\(app)/messages/device\(number)") }
                    return outcome
                }
            }
            for try await outcome in group { #expect(isSent(outcome)) }
        }
        guard case .routeGone(_, let gone) = try await deliver("dead1", app: "shop-a", by: channel) else {
            throw GoogleStandIn.Unavailable()
        }
        #expect(gone.code == "unregistered")
        guard case .retry(let pause, _) = try await deliver("slow1", app: "shop-a", by: channel) else {
            throw GoogleStandIn.Unavailable()
        }
        #expect(pause.map { $0 >= .seconds(60) } == true)
        let report = try await server.report()
        #expect(report.tokens == 2)
        #expect(report.faults == "")
        await channel.shutdown()
        withExtendedLifetime(server) {}
    }

    @Test(.enabled(if: NginxGoogle.isInstalled))
    func `nginx takes the messages, a hundred at once on each connection`() async throws {
        let account = try await FCMServer.start()
        let server = try await NginxGoogle()
        var configuration = FCMConfiguration(
            credential: try FCMServiceAccount(json: Secret(server.account(account.serviceAccount(project: "shop"))))
        )
        await account.stop()
        configuration.endpoint = URL(string: server.url)
        configuration.trustedCertificates = server.certificateFile
        configuration.rampUp = .zero
        let channel = try FCMChannel(configuration)
        try await withThrowingTaskGroup { group in
            for number in 0..<2000 {
                group.addTask { try await deliver("device\(number)", by: channel) }
            }
            for try await outcome in group {
                guard case .sent(let id, _) = outcome else {
                    Issue.record("\(outcome)")
                    continue
                }
                #expect(id?.hasPrefix("projects/shop/messages/") == true)
            }
        }
        #expect(channel.connections.contains { $0.count >= 4 })
        await channel.shutdown()
        withExtendedLifetime(server) {}
    }
}
