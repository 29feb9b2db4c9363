/// The record of an event of which no notification could be made. Its payload is private and stays in the store.
public struct SetAsideEvent: Hashable, Sendable, Identifiable {
    /// Names the event.
    public let id: EventID
    /// The kind of notification it calls for.
    public let type: NotificationType
    /// Whom to tell; ``RecipientID/onDemand`` if it does not say.
    public let user: RecipientID
    /// Its idempotency key, if it has one.
    public let idempotencyKey: String?
    /// How often it was claimed.
    public let attempts: Int
    /// When it was posted.
    public let created: Timestamp
    /// When it was set aside.
    public let setAside: Timestamp
    /// Why: an ``EventReason``'s text.
    public let reason: String

    /// Creates a record; stores do.
    public init(
        id: EventID,
        type: NotificationType,
        user: RecipientID,
        idempotencyKey: String?,
        attempts: Int,
        created: Timestamp,
        setAside: Timestamp,
        reason: String
    ) {
        self.id = id
        self.type = type
        self.user = user
        self.idempotencyKey = idempotencyKey
        self.attempts = attempts
        self.created = created
        self.setAside = setAside
        self.reason = reason
    }
}
