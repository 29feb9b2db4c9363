public import FanfareCore

/// A notification that says more to Apple's devices than a neutral push can.
///
/// A notification that travels `via .push` already reaches them. Take `[.apns, .fcm]` in its place to say something of its
/// own on each service.
public protocol APNsRenderable: Notification {
    /// What it says there.
    func apnsMessage(for recipient: some Notifiable) async throws -> APNsMessage
}

extension Via where Subject: APNsRenderable {
    /// To the recipient's devices that APNs reaches.
    public static var apns: Self {
        Via(.apns) { notification, recipient in try await notification.apnsMessage(for: recipient) }
    }
}

extension Via {
    /// Says what is missing.
    @available(*, unavailable, message: "to send by APNs, make the notification APNsRenderable")
    public static var apns: Self { Via(.apns, combining: []) }
}
