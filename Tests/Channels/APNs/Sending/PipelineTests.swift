import FanfareCore
import FanfareHTTP2
import FanfareMemory
import FanfareTesting
import Synchronization
import Testing

@testable import FanfareAPNs

/// The channel with the real notifier, store and worker.
struct PipelineTests {
    private struct Ping: Notification, APNsRenderable {
        static let type: NotificationType = "ping"
        func via(_ recipient: some Notifiable) -> [Via<Self>] { [.apns] }
        func apnsMessage(for recipient: some Notifiable) -> APNsMessage { .alert(title: "Ping") }
    }

    private struct User: Notifiable {
        let recipientID: RecipientID = "42"
    }

    private final class Recorder: DeliveryObserver {
        private let state = Mutex<(removals: [RouteRemoval], pauses: [String])>(([], []))
        var removals: [RouteRemoval] { state.withLock(\.removals) }
        var pauses: [String] { state.withLock(\.pauses) }

        func routeRemoved(_ removal: RouteRemoval) { state.withLock { $0.removals.append(removal) } }

        func credentialPaused(_ credential: CredentialID, on channel: ChannelID, because reason: DeliveryReason?) {
            state.withLock { $0.pauses.append("\(credential.rawValue) \(reason?.code ?? "works")") }
        }
    }

    private let recorder = Recorder()

    private func pipeline(
        devices: Int,
        _ environment: DeviceEnvironment? = .production,
        with bench: APNsBench
    ) async throws -> Pipeline<MemoryStore> {
        let store = MemoryStore(clock: bench.clock)
        let pipeline = try Pipeline(store: store, channels: [bench.channel], clock: bench.clock, observer: recorder)
        for number in 0..<devices {
            let digits = String(number, radix: 16)
            let token = String(repeating: "0", count: 64 - digits.count) + digits
            let registration = DeviceRegistration(
                try DeviceToken(token, platform: .apns),
                platform: .apns,
                user: .set("42"),
                environment: environment.map { .set($0) } ?? .keep
            )
            _ = await store.register([registration])
        }
        return pipeline
    }

    private func states(_ pipeline: Pipeline<MemoryStore>, _ receipt: Receipt) async -> [DeliveryState: Int] {
        let record = await pipeline.store.notification(receipt.id)
        return (record?.deliveries ?? []).reduce(into: [:]) { $0[$1.state, default: 0] += 1 }
    }

    @Test(arguments: ["BadDeviceToken", "DeviceTokenNotForTopic"])
    func `apns-09: fifty refused tokens are fifty requests, and most devices stay`(reason: String) async throws {
        let bench = try APNsBench { _ in .refused(400, reason) }
        let pipeline = try await pipeline(devices: 50, with: bench)
        let receipt = try await pipeline.notify(User(), Ping())
        try await pipeline.advance(by: .seconds(3600), step: .seconds(60))
        #expect(bench.transport.sent.count == 50)
        #expect(await states(pipeline, receipt) == [.failed: 50])
        #expect(recorder.removals.count == 10)
        let devices = await pipeline.store.devices(of: ["42"])
        #expect(devices.count == 50)
        #expect(devices.filter { $0.invalidatedAt == nil }.count == 40)
    }

    @Test func `a wrong setting sets ten devices aside, then everything waits and goes out once it is right`()
        async throws
    {
        let isRight = Mutex(false)
        let bench = try APNsBench { _ in
            isRight.withLock(\.self) ? .accepted : .refused(400, "BadDeviceToken")
        }
        let pipeline = try await pipeline(devices: 300, with: bench)
        let receipt = try await pipeline.notify(User(), Ping())
        try await pipeline.advance(by: .seconds(1200), step: .seconds(10))
        #expect(recorder.removals.count == 10)
        #expect(recorder.pauses == ["default/com.example.app bad-device-token-rate"])
        isRight.withLock { $0 = true }
        try await pipeline.advance(by: .seconds(3600), step: .seconds(10))
        let states = await states(pipeline, receipt)
        #expect(states[.failed] == 199)
        #expect(states[.sent] == 101)
        #expect(recorder.pauses.last == "default/com.example.app works")
    }

    @Test(arguments: ["Shutdown", nil])
    func `apns-16: an error of the server is one more attempt, and the device stays`(reason: String?) async throws {
        let bench = try APNsBench { $0.number == 0 ? .refused(reason == nil ? 500 : 503, reason) : .accepted }
        let pipeline = try await pipeline(devices: 1, with: bench)
        let receipt = try await pipeline.notify(User(), Ping())
        try await pipeline.advance(by: .seconds(60))
        #expect(await states(pipeline, receipt) == [.sent: 1])
        let sent = bench.transport.sent
        #expect(sent.count == 2)
        #expect(Set(sent.map { $0.fields["apns-id"] }).count == 1)
        #expect(Set(sent.map { $0.fields["apns-collapse-id"] }).count == 1)
        #expect(Set(sent.map(\.connection)).count == (reason == nil ? 1 : 2))
        #expect(recorder.removals.isEmpty)
    }

    @Test func `apns-03: what a goodbye left unsent is sent once more, and nothing else is`() async throws {
        let bench = try APNsBench { sent in
            if (6..<10).contains(sent.number) { throw HTTP2Failure(.notSent, DeliveryReason("goaway")) }
            return .accepted
        }
        let pipeline = try await pipeline(devices: 10, with: bench)
        let receipt = try await pipeline.notify(User(), Ping())
        try await pipeline.advance(by: .seconds(60))
        #expect(await states(pipeline, receipt) == [.sent: 10])
        #expect(bench.transport.sent.count == 14)
        let record = await pipeline.store.notification(receipt.id)
        #expect(record?.deliveries.allSatisfy { $0.attempts == 1 } == true)
        let accepted = bench.transport.sent.filter { !(6..<10).contains($0.number) }
        #expect(Set(accepted.map(\.token)).count == 10)
    }

    @Test func `an environment that was learned is kept with the device`() async throws {
        let bench = try APNsBench { $0.environment == .sandbox ? .accepted : .refused(400, "BadDeviceToken") }
        let pipeline = try await pipeline(devices: 1, nil, with: bench)
        try await pipeline.notify(User(), Ping())
        try await pipeline.deliver()
        #expect(await pipeline.store.devices(of: ["42"]).map(\.environment) == [.sandbox])
        #expect(recorder.removals.isEmpty)
    }

    @Test(arguments: [(-60, 0), (60, 1)])
    func `a 410 sets a device aside only if it was registered before`(offset: Int, removals: Int) async throws {
        let registered = ManualClock().now.millisecondsSinceEpoch
        let bench = try APNsBench { _ in
            .refused(410, "Unregistered", timestamp: registered + Int64(offset) * 1000)
        }
        let pipeline = try await pipeline(devices: 1, with: bench)
        let receipt = try await pipeline.notify(User(), Ping())
        try await pipeline.deliver()
        #expect(await states(pipeline, receipt) == [.failed: 1])
        #expect(recorder.removals.count == removals)
    }

    @Test func `a topic that is refused pauses alone`() async throws {
        let bench = try APNsBench([
            "default": APNsBench.credential("com.example.app"), "desk": APNsBench.credential("com.example.desk"),
        ]) { sent in
            sent.fields["apns-topic"] == "com.example.desk" ? .refused(400, "TopicDisallowed") : .accepted
        }
        let pipeline = try await pipeline(devices: 1, with: bench)
        let desk = OnDemand(.apns(APNsBench.token, environment: .production, appID: "desk"))
        let waiting = try await pipeline.notify(desk, Ping())
        try await pipeline.deliver()
        let receipt = try await pipeline.notify(User(), Ping())
        try await pipeline.deliver()
        #expect(recorder.pauses == ["desk/com.example.desk topic-disallowed"])
        #expect(await states(pipeline, receipt) == [.sent: 1])
        #expect(await states(pipeline, waiting) == [.queued: 1])
    }
}
