public import FanfareCore

/// A notification that can be said by e-mail.
public protocol MailRenderable: Notification {
    /// What the mail says.
    func mailMessage(for recipient: some Notifiable) async throws -> MailMessage
}

extension Via where Subject: MailRenderable {
    /// To the recipient's mailboxes.
    public static var mail: Self {
        Via(.mail) { notification, recipient in try await notification.mailMessage(for: recipient) }
    }
}

extension Via {
    /// Says what is missing.
    @available(*, unavailable, message: "to send by mail, make the notification MailRenderable")
    public static var mail: Self { Via(.mail, combining: []) }
}
