/// An event taken by a host, as whoever posted it wrote it: nothing of it has been checked.
public struct ClaimedEvent: Hashable, Sendable {
    /// The hold on the event.
    public let lease: EventLease
    /// The kind of notification it calls for.
    public let type: NotificationType
    /// Whom to tell; ``RecipientID/onDemand`` if it does not say.
    public let user: RecipientID
    /// What should be a JSON object.
    public let payload: Payload
    /// What makes repeats harmless, if it says so.
    public let idempotencyKey: String?
    /// How often it was claimed since it was posted or replayed, this time included.
    public let attempts: Int
    /// When it was posted.
    public let created: Timestamp

    /// Creates a claimed event; stores do.
    public init(
        lease: EventLease,
        type: NotificationType,
        user: RecipientID,
        payload: Payload,
        idempotencyKey: String?,
        attempts: Int,
        created: Timestamp
    ) {
        self.lease = lease
        self.type = type
        self.user = user
        self.payload = payload
        self.idempotencyKey = idempotencyKey
        self.attempts = attempts
        self.created = created
    }
}
