/// A notification as recorded, with its deliveries.
public struct NotificationRecord: Hashable, Sendable, Identifiable {
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
    /// When it was stored.
    public var created: Timestamp
    /// Its deliveries, the oldest first.
    public var deliveries: [Delivery]

    /// Creates a record.
    public init(
        id: NotificationID,
        type: NotificationType,
        category: Category,
        recipient: RecipientID,
        summary: NotificationSummary,
        idempotencyKey: String?,
        collapseKey: String?,
        created: Timestamp,
        deliveries: [Delivery]
    ) {
        self.id = id
        self.type = type
        self.category = category
        self.recipient = recipient
        self.summary = summary
        self.idempotencyKey = idempotencyKey
        self.collapseKey = collapseKey
        self.created = created
        self.deliveries = deliveries
    }
}
