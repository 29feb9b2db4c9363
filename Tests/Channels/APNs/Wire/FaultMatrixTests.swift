import FanfareAPNs
import FanfareCore
import FanfareMemory
import FanfareTesting
import Foundation
import Synchronization
import Testing

/// Every fault hits a burst: the real notifier, store, worker and channel, and Apple's server on loopback.
@Suite(.serialized) struct FaultMatrixTests {
    private static let count = 2000

    /// Notes the attempts that may have reached Apple, and the end of everything.
    private final class Watch: DeliveryObserver {
        private let uncertain = Mutex<[DeliveryID: Int]>([:])
        private let left: Watched<Int>

        init(_ count: Int) { left = Watched(count) }

        func settled(_ event: SettledDelivery) {
            if event.settlement.isUncertain {
                uncertain.withLock { $0[event.claim.lease.delivery, default: 0] += 1 }
            }
            guard case .applied(let state, _) = event.result, state.isFinal else { return }
            left.update { $0 -= 1 }
        }

        func uncertainAttempts(at delivery: DeliveryID) -> Int { uncertain.withLock { $0[delivery] ?? 0 } }
        var uncertainAttempts: Int { uncertain.withLock { $0.values.reduce(0, +) } }

        func wait() async { await left.wait { $0 == 0 } }
    }

    private struct Greeting: FanfareCore.Notification, APNsRenderable {
        static let type: NotificationType = "greeting"
        func via(_ recipient: some Notifiable) -> [Via<Self>] { [.apns] }
        func apnsMessage(for recipient: some Notifiable) -> APNsMessage { .alert(title: "Hello", body: "You") }
    }

    @Test(.timeLimit(.minutes(2)), arguments: Fault.allCases)
    func `everybody is served, and twice only where nobody could know (apns-03, apns-06, apns-07, apns-16)`(
        fault: Fault
    ) async throws {
        let ledger = Ledger()
        let server = try await APNsServer.start(script: fault.script(ledger))
        let channel = try APNsChannel(configuration(server))
        let store = MemoryStore()
        let devices = try await store.register(
            (0..<Self.count).map { number in
                DeviceRegistration(
                    try DeviceToken(String(format: "%064x", number), platform: .apns),
                    platform: .apns,
                    user: .set("ada"),
                    environment: .set(.production)
                )
            }
        )
        let watch = Watch(Self.count)
        let retry = RetryPolicy(
            delays: Array(repeating: .milliseconds(100), count: 100),
            jitter: 0,
            maxAttempts: 100
        )
        let channels = try ChannelRegistry([channel], retry: retry)
        let notify = Notifier(store: store, channels: channels)
        let worker = Worker(queue: store, channels: channels, observer: watch)
        let receipt = try await notify(Ada(), Greeting())

        let shutdown = ShutdownSignal()
        async let run: Void = worker.run(until: shutdown)
        await watch.wait()
        shutdown.trigger()
        await run
        await channel.shutdown()
        await server.stop()

        // Nothing is stuck and nothing is lost.
        let deliveries = try #require(await store.notification(receipt.id)).deliveries
        #expect(deliveries.count == Self.count)
        #expect(deliveries.allSatisfy { $0.state == .sent })
        // No living device was set aside.
        for device in devices { #expect(await store.device(device.id)?.invalidatedAt == nil) }

        // Every token was served, under one id however often it was tried, and again only after an uncertain attempt.
        let (accepted, ids) = (ledger.accepted, ledger.ids)
        #expect(accepted.count == Self.count)
        for delivery in deliveries {
            guard let device = delivery.device, let token = await store.device(device)?.token else {
                Issue.record("a delivery without a device")
                continue
            }
            #expect(ids[token] == [delivery.id.description])
            let copies = (accepted[token] ?? 0) - 1
            #expect(copies <= watch.uncertainAttempts(at: delivery.id))
        }
        switch fault {
        case .none, .goAwayAgain, .refusedStreams, .serverErrors, .tooManyRequests, .fewStreams, .expiredProviderToken,
            .goAway, .unsignedReason:
            #expect(watch.uncertainAttempts == 0, "the fault leaves nobody in doubt")
        case .resetStreams, .unanswered, .dropAfterReading, .dropBeforeReading, .silence:
            #expect(watch.uncertainAttempts > 0, "the fault was played")
        }
        // By the server's own clock the token that is refused as expired is young, and the one after it comes too soon.
        if fault == .expiredProviderToken {
            #expect(ledger.providerTokens == 2)
        } else {
            #expect(server.requests.compactMap(\.fault).isEmpty)
        }
    }

    private struct Ada: Notifiable { let recipientID: RecipientID = "ada" }

    private func configuration(_ server: APNsServer) throws -> APNsConfiguration {
        var configuration = APNsConfiguration(credential: try APNsBench.credential("com.example.app"))
        configuration.productionEndpoint = URL(string: "https://127.0.0.1:\(server.port)")
        configuration.trustedCertificates = server.certificateFile
        configuration.responseTimeout = .seconds(2)
        return configuration
    }
}
