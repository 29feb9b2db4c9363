/// Something worth telling someone: an order shipped, a payment failed.
///
/// A notification is a value that carries everything its messages need. It says which channels it travels by; one
/// small protocol per channel, such as `LogRenderable`, says how it reads there. It is rendered when it is sent, and
/// only the rendered messages are stored: renaming or changing the type never orphans queued work.
///
/// Foundation has a type of this name: a file that imports it too and names this protocol adds
/// `import protocol FanfareCore.Notification`.
public protocol Notification: Sendable {
    /// The stable name of this kind of notification, stored with each delivery.
    ///
    /// Keep it when the type is renamed: records and preferences carry the old name.
    static var type: NotificationType { get }

    /// What this kind of notification is about; `.transactional` unless said otherwise.
    static var category: Category { get }

    /// The channels this notification takes to reach `recipient`, in no particular order.
    func via(_ recipient: some Notifiable) -> [Via<Self>]

    /// How the notification reads in a list; nothing unless said otherwise.
    func summary(for recipient: some Notifiable) -> NotificationSummary
}

extension Notification {
    /// `.transactional`.
    public static var category: Category { .transactional }

    /// Nothing.
    public func summary(for recipient: some Notifiable) -> NotificationSummary { NotificationSummary() }
}
