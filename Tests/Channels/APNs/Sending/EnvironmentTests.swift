import FanfareCore
import FanfareHTTP2
import Testing

@testable import FanfareAPNs

struct EnvironmentTests {
    private func bench(
        default environment: DeviceEnvironment = .production,
        script: @escaping ScriptedTransport.Script
    ) throws -> APNsBench {
        try APNsBench(script: script) { $0.environment = environment }
    }

    private static let sandboxOnly: ScriptedTransport.Script = {
        $0.environment == .sandbox ? .accepted : .refused(400, "BadDeviceToken")
    }

    @Test(arguments: DeviceEnvironment.allCases, [DeviceEnvironment.production, .sandbox, nil])
    func `a token goes to the host of its environment, else of the configured one`(
        configured: DeviceEnvironment,
        environment: DeviceEnvironment?
    ) async throws {
        let bench = try bench(default: configured) { _ in .accepted }
        let outcome = try await bench.deliver(environment: environment)
        #expect(bench.transport.sent.map(\.environment) == [environment ?? configured])
        guard case .sent(_, let learned) = outcome else { throw Unexpected(outcome) }
        #expect(learned == nil)
    }

    @Test func `a token of unknown environment is tried on the other host, and what works is learned`() async throws {
        let bench = try bench(script: Self.sandboxOnly)
        guard case .sent(let id, let learned) = try await bench.deliver(environment: nil) else { throw Unexpected(nil) }
        #expect(learned == .sandbox)
        let sent = bench.transport.sent
        #expect(sent.map(\.environment) == [.production, .sandbox])
        #expect(sent[0].fields["apns-id"] == sent[1].fields["apns-id"])
        #expect(sent[0].fields["apns-id"] == id)
        #expect(sent[0].body == sent[1].body)
    }

    @Test func `what was learned is used at once the next time`() async throws {
        let bench = try bench(script: Self.sandboxOnly)
        try await bench.deliver(environment: nil)
        guard case .sent(_, let learned) = try await bench.deliver(environment: nil) else { throw Unexpected(nil) }
        #expect(learned == .sandbox)
        #expect(bench.transport.sent.map(\.environment) == [.production, .sandbox, .sandbox])
    }

    @Test func `a token of known environment is not tried elsewhere`() async throws {
        let bench = try bench(script: Self.sandboxOnly)
        let outcome = try await bench.deliver(environment: .production)
        #expect(outcome.kind == "routeGone")
        #expect(outcome.reason?.detail == "400 BadDeviceToken in production for com.example.app")
        #expect(bench.transport.sent.count == 1)
    }

    @Test func `a token that both hosts refuse is gone`() async throws {
        let bench = try bench { _ in .refused(400, "BadDeviceToken") }
        guard case .routeGone(nil, let reason) = try await bench.deliver(environment: nil) else {
            throw Unexpected(nil)
        }
        #expect(reason.code == "bad-device-token")
        #expect(bench.transport.sent.count == 2)
    }

    /// The second answer, and what the delivery comes to.
    @Test(arguments: [
        (403, "BadEnvironmentKeyIdInToken", "rejected"), (400, "TopicDisallowed", "rejected"),
        (400, "DeviceTokenNotForTopic", "routeGone"), (410, "Unregistered", "routeGone"), (503, "Shutdown", "retry"),
        (429, "TooManyRequests", "retry"), (413, "PayloadTooLarge", "rejected"),
    ])
    func `the other host's answer counts, unless it is about the credential`(
        status: Int,
        reason: String,
        outcome: String
    ) async throws {
        let bench = try bench {
            $0.environment == .sandbox ? .refused(status, reason) : .refused(400, "BadDeviceToken")
        }
        let found = try await bench.deliver(environment: nil)
        #expect(found.kind == outcome)
        #expect(found.reason?.detail?.contains(reason) == true)
    }

    @Test func `a second try without an answer is uncertain, and one that was not sent counts as an attempt`()
        async throws
    {
        for (kind, outcome) in [
            (HTTP2Failure.Kind.uncertain, "uncertain"), (.notSent, "retry"), (.misconfigured, "retry"),
        ] {
            let bench = try bench { sent in
                if sent.environment == .production { return .refused(400, "BadDeviceToken") }
                throw HTTP2Failure(kind, DeliveryReason("test"))
            }
            #expect(try await bench.deliver(environment: nil).kind == outcome)
        }
    }

    @Test func `a token of another app is known to its host, so the other one is not asked`() async throws {
        let bench = try bench { _ in .refused(400, "DeviceTokenNotForTopic") }
        #expect(try await bench.deliver(environment: nil).kind == "routeGone")
        #expect(bench.transport.sent.count == 1)
    }

    private struct Unexpected: Error {
        let outcome: DeliveryOutcome?
        init(_ outcome: DeliveryOutcome?) { self.outcome = outcome }
    }
}
