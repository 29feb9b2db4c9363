/// A notification without its Swift type: what the notifier works on, whether it was declared in Swift or in a
/// configuration file.
package struct NotificationDraft: Sendable {
    /// A way the draft takes.
    package struct Way: Sendable {
        package let name: ChannelID
        package let renderings: [Rendering]

        package init(name: ChannelID, renderings: [Rendering]) {
            self.name = name
            self.renderings = renderings
        }
    }

    package let type: NotificationType
    package let category: Category
    package let ways: @Sendable (any Notifiable) -> [Way]
    package let summary: @Sendable (any Notifiable) -> NotificationSummary
    /// The notification itself, for observers; nil if there is no Swift type.
    package let notification: (any Notification)?

    package init(
        type: NotificationType,
        category: Category,
        ways: @escaping @Sendable (any Notifiable) -> [Way],
        summary: @escaping @Sendable (any Notifiable) -> NotificationSummary
    ) {
        self.type = type
        self.category = category
        self.ways = ways
        self.summary = summary
        self.notification = nil
    }

    package init<Subject: Notification>(_ notification: Subject) {
        self.type = Subject.type
        self.category = Subject.category
        self.ways = { recipient in
            Self.ways(of: notification, to: recipient)
        }
        self.summary = { recipient in notification.summary(for: recipient) }
        self.notification = notification
    }

    private static func ways<Subject: Notification>(of notification: Subject, to recipient: some Notifiable) -> [Way] {
        notification.via(recipient).map { Way(name: $0.name, renderings: $0.renderings(notification)) }
    }
}
