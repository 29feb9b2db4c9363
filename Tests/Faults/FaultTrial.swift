public import FanfareCore
import FanfareMemory
public import FanfareTesting
import Testing

/// A burst of deliveries through the real notifier, store, worker and channel, with something wrong on the way.
public struct FaultTrial<Request: PushServerRequest>: Sendable {
    /// What goes wrong.
    public let fault: Fault
    /// How many deliveries there are.
    public let count: Int
    /// What reached the service.
    public let ledger: Ledger<Request>

    /// A trial of a burst.
    public init(_ fault: Fault, of service: FaultedService<Request>, count: Int = 2000) {
        self.fault = fault
        self.count = count
        ledger = Ledger(service)
    }

    /// Runs it to its end and checks that everybody was served, and twice only where nobody could know.
    ///
    /// - Parameters:
    ///   - notification: What is said.
    ///   - channel: The channel.
    ///   - registration: The registration of the device with a number, for the user `ada`.
    ///   - identity: By what the device should know copies of a delivery.
    public func run(
        _ notification: some Notification,
        through channel: some Channel,
        registration: (Int) throws -> DeviceRegistration,
        identity: (NotificationID, DeliveryID) -> String
    ) async throws {
        let store = MemoryStore()
        let devices = try await store.register((0..<count).map(registration))
        let watch = DeliveryWatch(count)
        let retry = RetryPolicy(delays: Array(repeating: .milliseconds(100), count: 100), jitter: 0, maxAttempts: 100)
        let channels = try ChannelRegistry([channel], retry: retry)
        let notify = Notifier(store: store, channels: channels)
        let worker = Worker(queue: store, channels: channels, observer: watch)
        let receipt = try await notify(Ada(), notification)

        let shutdown = ShutdownSignal()
        async let run: Void = worker.run(until: shutdown)
        await watch.wait()
        shutdown.trigger()
        await run

        // Nothing is stuck and nothing is lost.
        let deliveries = try #require(await store.notification(receipt.id)).deliveries
        #expect(deliveries.count == count)
        #expect(deliveries.allSatisfy { $0.state == .sent })
        // No living device was set aside.
        for device in devices { #expect(await store.device(device.id)?.invalidatedAt == nil) }

        // Every token was served, under one id however often it was tried, and again only after an uncertain attempt.
        let (accepted, ids) = (ledger.accepted, ledger.ids)
        #expect(accepted.count == count)
        for delivery in deliveries {
            guard let device = delivery.device, let token = await store.device(device)?.token else {
                Issue.record("a delivery without a device")
                continue
            }
            #expect(ids[token] == [identity(receipt.id, delivery.id)])
            let copies = (accepted[token] ?? 0) - 1
            #expect(copies <= watch.uncertainAttempts(at: delivery.id))
        }
        if fault.leavesDoubt {
            #expect(watch.uncertainAttempts > 0, "the fault was played")
        } else {
            #expect(watch.uncertainAttempts == 0, "the fault leaves nobody in doubt")
        }
    }

    private struct Ada: Notifiable { let recipientID: RecipientID = "ada" }
}
