import FanfareCore
import FanfareFCM
import FanfareTesting
import Foundation
import TestFaults
import Testing

/// Every fault hits a burst: the real notifier, store, worker and channel, and FCM on loopback.
@Suite(.serialized) struct FaultMatrixTests {
    private static let google = FaultedService<FCMRequest>(
        device: \.token,
        identity: { $0.message?["android"]?["notification"]?["tag"]?.string },
        success: [.serve],
        internalError: .internalError,
        unavailable: .unavailable,
        tooManyRequests: .deviceQuotaExceeded,
        expiredCredential: .unauthenticated
    )

    // Too many requests rest for a minute; they are tested on a clock that need not be waited for.
    @Test(.timeLimit(.minutes(2)), arguments: Fault.allCases.filter { $0 != .tooManyRequests })
    func `everybody is served, and twice only where nobody could know`(fault: Fault) async throws {
        let trial = FaultTrial(fault, of: Self.google)
        let server = try await FCMServer.start(script: fault.script(trial.ledger))
        var configuration = try FCMWireBench.configuration(server)
        // Where an answer comes, a busy machine must not be taken for one that has none.
        if fault.leavesAnswersOut { configuration.responseTimeout = .seconds(2) }
        let channel = try FCMChannel(configuration)
        try await trial.run(FCMWireBench.Greeting(), through: channel) { number in
            DeviceRegistration(
                try DeviceToken("device\(number)", platform: .fcm),
                platform: .fcm,
                user: .set("ada")
            )
        } identity: { notification, _ in
            notification.description
        }
        await channel.shutdown()
        await server.stop()
        #expect(server.requests.compactMap(\.fault).isEmpty)
        #expect(server.tokenRequestCount == (fault == .expiredCredential ? 2 : 1))
        #expect(trial.ledger.credentials == server.tokenRequestCount || fault != .expiredCredential)
        #expect(server.requests.allSatisfy { $0.connection <= 4 } || fault.breaksConnections)
    }
}

extension Fault {
    /// Whether connections end, so that others have to be opened.
    fileprivate var breaksConnections: Bool {
        switch self {
        case .goAway, .goAwayAgain, .dropAfterReading, .dropBeforeReading, .silence: true
        default: false
        }
    }
}
