public import FanfareCore

/// A notification that can be pushed to phones and computers, whatever service reaches them.
public protocol PushRenderable: Notification {
    /// What it says there. Called once for each service the recipient has devices with.
    func pushMessage(for recipient: some Notifiable) async throws -> PushMessage
}

extension Via where Subject: PushRenderable {
    /// To all of the recipient's devices that can be pushed to, by APNs and FCM.
    public static var push: Self {
        // Named here and not by the modules of these channels: they import this one.
        let services: [ChannelID] = ["apns", "fcm"]
        return Via(
            .push,
            combining: services.map { service in
                Via(service) { notification, recipient in
                    PushEnvelope(try await notification.pushMessage(for: recipient))
                }
            }
        )
    }
}

extension Via {
    /// Says what is missing.
    @available(*, unavailable, message: "to send by push, make the notification PushRenderable")
    public static var push: Self { Via(.push, combining: []) }
}
