import FanfareCore
import FanfareHTTP2
import FanfareMemory
import FanfareTesting
import Synchronization
import Testing

@testable import FanfareFCM

/// The channel with the real notifier, store and worker.
struct PipelineTests {
    private struct Ping: Notification, FCMRenderable {
        static let type: NotificationType = "ping"
        func via(_ recipient: some Notifiable) -> [Via<Self>] { [.fcm] }
        func fcmMessage(for recipient: some Notifiable) -> FCMMessage { .alert(title: "Ping") }
    }

    private struct User: Notifiable {
        let recipientID: RecipientID = "42"
    }

    private final class Recorder: DeliveryObserver {
        private let state = Mutex<(removals: Int, pauses: [String])>((0, []))
        var removals: Int { state.withLock(\.removals) }
        var pauses: [String] { state.withLock(\.pauses) }

        func routeRemoved(_ removal: RouteRemoval) { state.withLock { $0.removals += 1 } }

        func credentialPaused(_ credential: CredentialID, on channel: ChannelID, because reason: DeliveryReason?) {
            state.withLock { $0.pauses.append("\(credential.rawValue) \(reason?.code ?? "works")") }
        }
    }

    private let recorder = Recorder()

    private func pipeline(devices: Int, with bench: FCMBench) async throws -> Pipeline<MemoryStore> {
        let store = MemoryStore(clock: bench.clock)
        let pipeline = try Pipeline(store: store, channels: [bench.channel], clock: bench.clock, observer: recorder)
        for number in 0..<devices {
            let registration = DeviceRegistration(
                try DeviceToken("registration-token-\(number)", platform: .fcm),
                platform: .fcm,
                user: .set("42")
            )
            _ = await store.register([registration])
        }
        return pipeline
    }

    private func states(_ pipeline: Pipeline<MemoryStore>, _ receipt: Receipt) async -> [DeliveryState: Int] {
        let record = await pipeline.store.notification(receipt.id)
        return (record?.deliveries ?? []).reduce(into: [:]) { $0[$1.state, default: 0] += 1 }
    }

    @Test(arguments: [
        ("unregistered_404.json", 20, DeliveryState.failed, []),
        ("plain_404_no_details.json", 0, .queued, ["default not-found"]), ("bad_payload_400.json", 0, .failed, []),
        ("bad_token_400.json", 20, .failed, []), ("sender_mismatch_403.json", 0, .failed, []),
    ])
    func `fcm-02: only what is about the token sets devices aside`(
        file: String,
        removals: Int,
        state: DeliveryState,
        pauses: [String]
    ) async throws {
        let bench = try FCMBench { _ in try .file(file) }
        let pipeline = try await pipeline(devices: 20, with: bench)
        let receipt = try await pipeline.notify(User(), Ping())
        try await pipeline.deliver()
        #expect(bench.google.sent.count <= 20)
        #expect(await states(pipeline, receipt) == [state: 20])
        #expect(recorder.removals == removals)
        #expect(recorder.pauses == pauses)
        let devices = await pipeline.store.devices(of: ["42"])
        #expect(devices.filter { $0.invalidatedAt == nil }.count == 20 - removals)
    }

    @Test(arguments: [
        ("quota_429_retry_after.json", 90), ("unavailable_503_http_date.json", 120), ("quota_429_no_header.json", 60),
        ("retry_after_nonsense.json", 1),
    ])
    func `fcm-04: a delivery that was put off is due when the answer allows it`(file: String, least: Int) async throws {
        let bench = try FCMBench { $0.number == 0 ? try .file(file) : .accepted }
        let pipeline = try await pipeline(devices: 1, with: bench)
        let receipt = try await pipeline.notify(User(), Ping())
        try await pipeline.deliver()
        #expect(await states(pipeline, receipt) == [.queued: 1])
        try await pipeline.advance(by: .seconds(least - 1), step: .seconds(1))
        #expect(bench.google.sent.count == 1)
        try await pipeline.advance(by: .seconds(60), step: .seconds(1))
        #expect(await states(pipeline, receipt) == [.sent: 1])
        #expect(bench.google.sent.count == 2)
    }

    @Test func `without a token deliveries wait and cost nothing, and go out when there is one`() async throws {
        let isUp = Mutex(false)
        let bench = try FCMBench(tokens: { _ in isUp.withLock(\.self) ? .granted("token") : .answer(503, "") })
        let pipeline = try await pipeline(devices: 5, with: bench)
        let receipt = try await pipeline.notify(User(), Ping())
        try await pipeline.advance(by: .seconds(600), step: .seconds(10))
        #expect(await states(pipeline, receipt) == [.queued: 5])
        isUp.withLock { $0 = true }
        try await pipeline.advance(by: .seconds(600), step: .seconds(10))
        #expect(await states(pipeline, receipt) == [.sent: 5])
        let record = await pipeline.store.notification(receipt.id)
        #expect(record?.deliveries.allSatisfy { $0.attempts == 1 } == true)
        #expect(record?.deliveries.allSatisfy { $0.providerID == "projects/demo-project-a/messages/1" } == true)
        #expect(recorder.pauses.isEmpty)
    }

    @Test func `an account that Google refuses pauses once, and probes alone`() async throws {
        let isMended = Mutex(false)
        let bench = try FCMBench(tokens: { _ in
            isMended.withLock(\.self) ? .granted("token") : .answer(400, #"{"error":"invalid_grant"}"#)
        })
        let pipeline = try await pipeline(devices: 20, with: bench)
        let receipt = try await pipeline.notify(User(), Ping())
        try await pipeline.advance(by: .seconds(300), step: .seconds(5))
        #expect(recorder.pauses == ["default token-refused"])
        #expect(bench.google.asked.count < 10)
        isMended.withLock { $0 = true }
        try await pipeline.advance(by: .seconds(1200), step: .seconds(10))
        #expect(await states(pipeline, receipt) == [.sent: 20])
        #expect(recorder.pauses.last == "default works")
    }

    @Test func `Apple's devices wait for Firebase to be given a key, and Android's do not`() async throws {
        let bench = try FCMBench { sent in
            sent.token.hasSuffix("1") ? .refused(401, "UNAUTHENTICATED", code: "THIRD_PARTY_AUTH_ERROR") : .accepted
        }
        let pipeline = try await pipeline(devices: 20, with: bench)
        let receipt = try await pipeline.notify(User(), Ping())
        try await pipeline.advance(by: .seconds(120), step: .seconds(5))
        #expect(await states(pipeline, receipt) == [.sent: 18, .queued: 2])
        #expect(recorder.pauses == ["default/third-party third-party-auth-error"])
        #expect(recorder.removals == 0)
    }

    @Test func `a token that is refused costs no attempt and no second message`() async throws {
        let bench = try FCMBench { $0.authorization == "Bearer token-1" ? .refused(401, nil) : .accepted }
        let pipeline = try await pipeline(devices: 10, with: bench)
        let receipt = try await pipeline.notify(User(), Ping())
        try await pipeline.deliver()
        #expect(await states(pipeline, receipt) == [.sent: 10])
        #expect(bench.google.asked.count == 2)
        let accepted = bench.google.sent.filter { $0.authorization == "Bearer token-2" }
        #expect(Set(accepted.map(\.token)).count == 10 && accepted.count == 10)
    }
}
