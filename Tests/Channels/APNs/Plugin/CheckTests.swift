import FanfareCore
import FanfareHTTP2
import FanfareTesting
import Testing

@testable import FanfareAPNs

struct CheckTests {
    private func findings(
        _ text: String = "credentials: { default: { \(ConfigurationText.credential) } }",
        at seconds: Int64 = 1_800_000_000,
        connect: @escaping @Sendable (HTTP2Endpoint) async throws -> Timestamp? = { _ in nil }
    ) async throws -> [CheckFinding] {
        let clock = ManualClock(now: Timestamp(secondsSinceEpoch: seconds))
        let configuration = try ConfigurationText(text).read()
        return await APNsCheck(configuration: configuration, clock: clock, connect: connect).findings()
    }

    @Test func `keys and servers that work are told with their names`() async throws {
        let key = "key ABC123DEFG of team TEAM123456 signs for com.example.app"
        #expect(
            try await findings() == [
                CheckFinding("credential default", .works, detail: key),
                CheckFinding("production api.push.apple.com:443", .works, detail: "connected with HTTP/2"),
                CheckFinding("sandbox api.sandbox.push.apple.com:443", .works, detail: "connected with HTTP/2"),
            ]
        )
    }

    @Test func `one server for both environments is tried once`() async throws {
        let found = try await findings(
            """
            credentials: { default: { \(ConfigurationText.credential) } },
            endpoints: { production: "https://127.0.0.1:1", sandbox: "https://127.0.0.1:1" },
            """
        )
        #expect(found.map(\.subject) == ["credential default", "production 127.0.0.1:1"])
    }

    @Test func `a server that is away is no fault of the configuration`() async throws {
        let found = try await findings { server in
            if server.host.contains("sandbox") { throw HTTP2Failure(.misconfigured, DeliveryReason("certificate")) }
            throw HTTP2Failure(.notSent, DeliveryReason("connect-failed", detail: "refused"))
        }
        #expect(found.map(\.result) == [.works, .unreachable, .misconfigured])
        #expect(found.map(\.detail).dropFirst() == ["connect-failed: refused", "certificate"])
    }

    @Test func `a key that cannot sign is told without showing it`() async throws {
        var configuration = APNsConfiguration(credentials: [:])
        let key = APNsKey(pem: Secret("confidential"), keyID: "ABC123DEFG", teamID: "TEAM123456")
        configuration.credentials["shop"] = APNsCredential(key: key, topic: "com.example.app")
        let clock = ManualClock()
        let found = await APNsCheck(configuration: configuration, clock: clock) { _ in nil }.findings()
        #expect(found.first?.subject == "credential shop" && found.first?.result == .misconfigured)
        #expect(found.first?.detail.contains("PEM") == true && found.first?.detail.contains("confidential") == false)
    }

    @Test(arguments: [
        (Int64(301), "this machine's clock is 5 minutes behind api.push.apple.com's"),
        (-7200, "this machine's clock is 120 minutes ahead of api.push.apple.com's"), (300, nil), (-300, nil),
    ])
    func `a clock that is off is told from the server's`(_ ahead: Int64, _ detail: String?) async throws {
        let found = try await findings { server in
            server.host.contains("sandbox") ? nil : Timestamp(secondsSinceEpoch: 1_800_000_000 + ahead)
        }
        #expect(found.first { $0.subject == "clock" }?.detail == detail)
        #expect(found.contains { $0.result == .misconfigured } == (detail != nil))
    }

    @Test func `a clock that was never set is told without any server`() async throws {
        let found = try await findings(at: 86_400)
        #expect(found.contains { $0.subject == "clock" && $0.result == .misconfigured })
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", Int64(784_111_777)), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Tue, 29 Feb 2028 23:59:59 GMT", 1_835_481_599), ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("", nil),
        ("Sun, 06 Foo 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49 GMT", nil),
        ("Sun, 06 Nov 1994 24:49:37 GMT", nil), ("Sun, 99 Nov 1994 08:49:37 GMT", nil),
        ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 06 Nov 1994 x:49:37 GMT", nil),
    ])
    func `the time of a date header is read`(_ text: String, _ seconds: Int64?) {
        #expect(Timestamp(httpDate: text)?.secondsSinceEpoch == seconds)
    }
}
