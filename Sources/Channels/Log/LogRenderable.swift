public import FanfareCore

/// A notification that can be written to the log.
public protocol LogRenderable: Notification {
    /// What it says there.
    func logMessage(for recipient: some Notifiable) async throws -> LogMessage
}

extension Via where Subject: LogRenderable {
    /// To the log: one line for each of the recipient's devices, or one for a recipient without any.
    public static var log: Self {
        Via(.log) { notification, recipient in try await notification.logMessage(for: recipient) }
    }
}

extension Via {
    /// Says what is missing.
    @available(*, unavailable, message: "to send to the log, make the notification LogRenderable")
    public static var log: Self { Via("log", combining: []) }
}
