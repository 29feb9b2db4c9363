import FanfareCore
import FanfareFCM
import FanfareMemory
import FanfareTesting
import Foundation

/// FCM on loopback with a channel to it, on a clock that both share and that stands still.
struct FCMWireBench {
    struct User: Notifiable { let recipientID: RecipientID = "ada" }

    struct Greeting: FanfareCore.Notification, FCMRenderable {
        static let type: NotificationType = "greeting"
        func via(_ recipient: some Notifiable) -> [Via<Self>] { [.fcm] }
        func fcmMessage(for recipient: some Notifiable) -> FCMMessage { .alert(title: "Grüße", body: "You") }
    }

    let clock = ManualClock()
    let server: FCMServer
    let channel: FCMChannel
    let pipeline: Pipeline<MemoryStore>

    init(
        script: FCMScript = FCMScript(),
        tokenScript: FCMTokenScript = FCMTokenScript(),
        configure: (inout FCMServerOptions, inout FCMConfiguration) -> Void = { _, _ in }
    ) async throws {
        var options = FCMServerOptions()
        options.clock = clock
        var unused = FCMConfiguration(credentials: [:])
        configure(&options, &unused)
        server = try await FCMServer.start(options, script: script, tokenScript: tokenScript)
        var configuration = try Self.configuration(server)
        configure(&options, &configuration)
        channel = try FCMChannel(configuration, clock: clock)
        pipeline = try Pipeline(store: MemoryStore(clock: clock), channels: [channel], clock: clock)
    }

    /// What a channel has to know of a server, with a credential for each project.
    static func configuration(_ server: FCMServer, projects: [CredentialID: String]? = nil) throws -> FCMConfiguration {
        var configuration = FCMConfiguration(credentials: [:])
        for (name, project) in projects ?? [.default: server.project] {
            configuration.credentials[name] = try FCMServiceAccount(
                json: Secret(server.serviceAccount(project: project))
            )
        }
        configuration.endpoint = URL(string: server.url)
        configuration.trustedCertificates = server.certificateFile
        configuration.rampUp = .zero
        return configuration
    }

    /// Registers devices and notifies their user.
    func notify(_ tokens: [String]) async throws -> NotificationID {
        _ = try await pipeline.store.register(
            tokens.map { token in
                DeviceRegistration(
                    try DeviceToken(token, platform: .fcm),
                    platform: .fcm,
                    user: .set(User().recipientID)
                )
            }
        )
        return try await pipeline.notify(User(), Greeting()).id
    }

    func deliveries(of id: NotificationID) async -> [Delivery] {
        await pipeline.store.notification(id)?.deliveries ?? []
    }

    /// How many of the user's devices have been set aside.
    func devicesSetAside(_ deliveries: [Delivery]) async -> Int {
        var count = 0
        for delivery in deliveries {
            guard let id = delivery.device else { continue }
            if await pipeline.store.device(id)?.invalidatedAt != nil { count += 1 }
        }
        return count
    }

    func stop() async {
        await channel.shutdown()
        await server.stop()
    }

    static func context(notification: NotificationID? = nil) -> DeliveryContext {
        let ids = IdentifierSource(clock: SystemClock())
        return DeliveryContext(delivery: ids.next(), notification: notification ?? ids.next(), type: "t")
    }
}
