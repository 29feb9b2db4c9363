import FanfareCore
import FanfareTesting
import FoundationEssentials
import Testing

@testable import FanfareAPNs

/// Every kind of push, and the check of the configuration, before a server that judges by Apple's rules.
@Suite(.timeLimit(.minutes(3)))
struct StrictServerTests {
    private func configuration(for server: APNsServer) throws -> APNsConfiguration {
        var configuration = try ConfigurationText.credential(ConfigurationText.credential).read()
        configuration.productionEndpoint = URL(string: "https://\(server.host):\(server.port)")
        configuration.sandboxEndpoint = configuration.productionEndpoint
        configuration.trustedCertificates = server.certificateFile
        return configuration
    }

    @Test func `a push of every kind is accepted`() async throws {
        let server = try await APNsServer.start()
        let channel = try APNsChannel(configuration(for: server))
        // A push type to come is not one the server knows.
        let specimens = try WireSpecimen.all().filter { $0.name != "unknown-type" }
        for specimen in specimens {
            let context = DeliveryContext(
                delivery: DeliveryID(rawValue: UUID()),
                notification: NotificationID(rawValue: UUID()),
                type: "t"
            )
            let outcome = try await channel.deliver(specimen.message, to: .apns("a1b2c3d4e5f60718"), context: context)
            guard case .sent = outcome else {
                Issue.record("\(specimen.name): \(outcome)")
                continue
            }
        }
        #expect(server.requests.count == specimens.count)
        for (request, specimen) in zip(server.requests, specimens) { #expect(request.fault == nil, "\(specimen.name)") }
        await channel.shutdown()
        await server.stop()
    }

    @Test func `a check connects and sends no push`() async throws {
        let server = try await APNsServer.start()
        let environment = PluginEnvironment(clock: SystemClock(), log: NoLog(), folder: "")
        let found = try await APNsPlugin().check(configuration(for: server), in: environment)
        #expect(found.map(\.result) == [.works, .works])
        #expect(found.last?.subject == "production 127.0.0.1:\(server.port)")
        #expect(server.requests.allSatisfy { $0.method != "POST" })
        var distrustful = try configuration(for: server)
        distrustful.trustedCertificates = nil
        #expect(await APNsPlugin().check(distrustful, in: environment).last?.result != .works)
        let nobody = try configuration(for: server)
        await server.stop()
        #expect(await APNsPlugin().check(nobody, in: environment).last?.result != .works)
    }

    private struct NoLog: LogSink {
        func log(_ level: LogLevel, _ message: String, _ fields: [String: JSONValue]) {}
    }
}
