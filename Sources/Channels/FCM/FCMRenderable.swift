public import FanfareCore

/// A notification that says more by FCM than a neutral push can.
///
/// A notification that travels `via .push` already reaches FCM's devices. Take `[.apns, .fcm]` in its place to say something
/// of its own on each service.
public protocol FCMRenderable: Notification {
    /// What it says there.
    func fcmMessage(for recipient: some Notifiable) async throws -> FCMMessage
}

extension Via where Subject: FCMRenderable {
    /// To the recipient's devices that FCM reaches.
    public static var fcm: Self {
        Via(.fcm) { notification, recipient in try await notification.fcmMessage(for: recipient) }
    }
}

extension Via {
    /// Says what is missing.
    @available(*, unavailable, message: "to send by FCM, make the notification FCMRenderable")
    public static var fcm: Self { Via(.fcm, combining: []) }
}
