/// One message to one route, as recorded: what people look up.
public struct Delivery: Hashable, Sendable, Identifiable {
    /// Names the delivery.
    public var id: DeliveryID
    /// The notification it belongs to.
    public var notification: NotificationID
    /// The kind of notification.
    public var type: NotificationType
    /// Who it is for.
    public var recipient: RecipientID
    /// The channel it takes.
    public var channel: ChannelID
    /// The device it goes to, if it is one.
    public var device: DeviceID?
    /// The direct address it goes to, shortened, if it is one.
    public var shortenedAddress: String?
    /// Where it stands.
    public var state: DeliveryState
    /// How many attempts were begun.
    public var attempts: Int
    /// How many attempts it gets.
    public var maxAttempts: Int
    /// How urgent it is.
    public var priority: Priority
    /// Why it stands where it does; nil while nothing went wrong.
    public var reason: String?
    /// The provider's name for it.
    public var providerID: String?
    /// When it is, or was last, due.
    public var due: Timestamp
    /// When it stops being worth delivering.
    public var expires: Timestamp?
    /// When it was stored.
    public var created: Timestamp
    /// When it ended.
    public var settled: Timestamp?

    /// Creates a record.
    public init(
        id: DeliveryID,
        notification: NotificationID,
        type: NotificationType,
        recipient: RecipientID,
        channel: ChannelID,
        device: DeviceID?,
        shortenedAddress: String?,
        state: DeliveryState,
        attempts: Int,
        maxAttempts: Int,
        priority: Priority,
        reason: String?,
        providerID: String?,
        due: Timestamp,
        expires: Timestamp?,
        created: Timestamp,
        settled: Timestamp?
    ) {
        self.id = id
        self.notification = notification
        self.type = type
        self.recipient = recipient
        self.channel = channel
        self.device = device
        self.shortenedAddress = shortenedAddress
        self.state = state
        self.attempts = attempts
        self.maxAttempts = maxAttempts
        self.priority = priority
        self.reason = reason
        self.providerID = providerID
        self.due = due
        self.expires = expires
        self.created = created
        self.settled = settled
    }
}
