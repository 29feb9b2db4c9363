import FanfareAPNs
import FanfareCore
import FanfareTesting
import Foundation
import TestFaults
import Testing

/// Every fault hits a burst: the real notifier, store, worker and channel, and Apple's server on loopback.
@Suite(.serialized) struct FaultMatrixTests {
    private struct Greeting: FanfareCore.Notification, APNsRenderable {
        static let type: NotificationType = "greeting"
        func via(_ recipient: some Notifiable) -> [Via<Self>] { [.apns] }
        func apnsMessage(for recipient: some Notifiable) -> APNsMessage { .alert(title: "Hello", body: "You") }
    }

    private static let apple = FaultedService<APNsRequest>(
        device: \.deviceToken,
        identity: \.apnsID,
        success: [.answer(.accepted)],
        internalError: APNsAnswer(status: 500),
        unavailable: .serviceUnavailable,
        tooManyRequests: .tooManyRequests,
        expiredCredential: .expiredProviderToken
    )

    @Test(.timeLimit(.minutes(2)), arguments: Fault.allCases)
    func `everybody is served, and twice only where nobody could know (apns-03, apns-06, apns-07, apns-16)`(
        fault: Fault
    ) async throws {
        let trial = FaultTrial(fault, of: Self.apple)
        let server = try await APNsServer.start(script: fault.script(trial.ledger))
        let channel = try APNsChannel(configuration(server, fault))
        try await trial.run(Greeting(), through: channel) { number in
            DeviceRegistration(
                try DeviceToken(String(format: "%064x", number), platform: .apns),
                platform: .apns,
                user: .set("ada"),
                environment: .set(.production)
            )
        } identity: {
            $1.description
        }
        await channel.shutdown()
        await server.stop()

        // By the server's own clock the token that is refused as expired is young, and the one after it comes too soon.
        if fault == .expiredCredential {
            #expect(trial.ledger.credentials == 2)
        } else {
            #expect(server.requests.compactMap(\.fault).isEmpty)
        }
    }

    private func configuration(_ server: APNsServer, _ fault: Fault) throws -> APNsConfiguration {
        var configuration = APNsConfiguration(credential: try APNsBench.credential("com.example.app"))
        configuration.productionEndpoint = URL(string: "https://127.0.0.1:\(server.port)")
        configuration.trustedCertificates = server.certificateFile
        // Where an answer comes, a busy machine must not be taken for one that has none.
        if fault.leavesAnswersOut { configuration.responseTimeout = .seconds(2) }
        return configuration
    }
}
