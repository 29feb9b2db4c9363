/// A notification as it lies in a store, with what has not ended of it: what moves from one store to another.
public struct StoredNotification: Hashable, Sendable, Identifiable {
    /// Names the notification.
    public var id: NotificationID
    /// The kind of notification.
    public var type: NotificationType
    /// What it is about.
    public var category: Category
    /// Who it is for.
    public var recipient: RecipientID
    /// How it reads in a list.
    public var summary: NotificationSummary
    /// The caller's idempotency key.
    public var idempotencyKey: String?
    /// What newer notifications replace it by.
    public var collapseKey: String?
    /// When it was stored at first.
    public var created: Timestamp
    /// The messages that have deliveries left, ordered by id.
    public var messages: [StoredMessage]

    /// Creates a notification; stores do.
    public init(
        id: NotificationID,
        type: NotificationType,
        category: Category,
        recipient: RecipientID,
        summary: NotificationSummary = NotificationSummary(),
        idempotencyKey: String? = nil,
        collapseKey: String? = nil,
        created: Timestamp,
        messages: [StoredMessage]
    ) {
        self.id = id
        self.type = type
        self.category = category
        self.recipient = recipient
        self.summary = summary
        self.idempotencyKey = idempotencyKey
        self.collapseKey = collapseKey
        self.created = created
        self.messages = messages
    }
}
