import FanfareCore
import Testing

@testable import FanfareAPNs

/// The channel with its real transport.
struct OverTheWireTests {
    private func channel(to server: AppleStandIn, teams: [String]) throws -> APNsChannel {
        var configuration = APNsConfiguration(credentials: [:])
        for team in teams {
            configuration.credentials[CredentialID(rawValue: team)] = try APNsBench.credential(
                "com.example.\(team.lowercased())",
                team: team
            )
        }
        configuration.productionEndpoint = server.url
        configuration.sandboxEndpoint = server.url
        return try APNsChannel(configuration)
    }

    private func deliver(_ token: String, _ team: String, by channel: APNsChannel) async throws -> DeliveryOutcome {
        let context = APNsBench.context()
        let route = Route(channel: .apns, address: token, environment: .sandbox, appID: team)
        let outcome = try await channel.deliver(.alert(title: "Grüße", body: "/a"), to: route, context: context)
        if case .sent(let id, _) = outcome { #expect(id == context.delivery.description) }
        return outcome
    }

    @Test func `creds-08: two teams' pushes reach a server that takes one team per connection`() async throws {
        let server = try await AppleStandIn()
        let channel = try channel(to: server, teams: ["TEAMAAAAAA", "TEAMBBBBBB"])
        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    let team = number.isMultiple(of: 2) ? "TEAMAAAAAA" : "TEAMBBBBBB"
                    return try await deliver(APNsBench.token, team, by: channel)
                }
            }
            for try await outcome in group { #expect(outcome.kind == "sent") }
        }
        #expect(channel.connections.reduce(0) { $0 + $1.count } >= 2)
        await channel.shutdown()
        withExtendedLifetime(server) {}
    }

    @Test func `refusals are read off the wire`() async throws {
        let server = try await AppleStandIn()
        let channel = try channel(to: server, teams: ["TEAMAAAAAA"])
        let bad = try await deliver("bad0" + APNsBench.token.dropFirst(4), "TEAMAAAAAA", by: channel)
        #expect(bad.kind == "routeGone")
        #expect(bad.reason?.code == "bad-device-token")
        let dead = try await deliver("dead" + APNsBench.token.dropFirst(4), "TEAMAAAAAA", by: channel)
        guard case .routeGone(let time, _) = dead else { throw AppleStandIn.Unavailable() }
        #expect(time == Timestamp(millisecondsSinceEpoch: 1_700_000_000_123))
        await channel.shutdown()
        withExtendedLifetime(server) {}
    }
}
