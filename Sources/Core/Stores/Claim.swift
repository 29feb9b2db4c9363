/// A delivery taken by a worker, with all it needs to carry it out.
public struct Claim: Hashable, Sendable {
    /// The hold on the delivery.
    public var lease: Lease
    /// The notification it belongs to.
    public var notification: NotificationID
    /// The kind of notification.
    public var type: NotificationType
    /// The channel it takes.
    public var channel: ChannelID
    /// Names the message; claims of one message share it.
    public var message: MessageID
    /// The rendered message.
    public var payload: Payload
    /// Where it goes now.
    public var route: ClaimedRoute
    /// The number of this attempt, starting at 1.
    public var attempt: Int
    /// How many attempts it gets.
    public var maxAttempts: Int
    /// How many earlier attempts may have reached the provider.
    public var uncertainAttempts: Int
    /// How urgent it is.
    public var priority: Priority
    /// What newer notifications replace it by.
    public var collapseKey: String?
    /// When it stops being worth delivering.
    public var expiresAt: Timestamp?
    /// How long it is until then, by the store's clock; negative when it is past.
    public var expiresIn: Duration?
    /// Whether there is one try only.
    public var isNowOrNever: Bool
    /// How long ago it was first due, by the store's clock.
    public var waited: Duration
    /// Whether it was cancelled while another worker held it.
    public var isCancelled: Bool

    /// Creates a claim; stores do.
    public init(
        lease: Lease,
        notification: NotificationID,
        type: NotificationType,
        channel: ChannelID,
        message: MessageID,
        payload: Payload,
        route: ClaimedRoute,
        attempt: Int,
        maxAttempts: Int,
        uncertainAttempts: Int = 0,
        priority: Priority = .normal,
        collapseKey: String? = nil,
        expiresAt: Timestamp? = nil,
        expiresIn: Duration? = nil,
        isNowOrNever: Bool = false,
        waited: Duration = .zero,
        isCancelled: Bool = false
    ) {
        self.lease = lease
        self.notification = notification
        self.type = type
        self.channel = channel
        self.message = message
        self.payload = payload
        self.route = route
        self.attempt = attempt
        self.maxAttempts = maxAttempts
        self.uncertainAttempts = uncertainAttempts
        self.priority = priority
        self.collapseKey = collapseKey
        self.expiresAt = expiresAt
        self.expiresIn = expiresIn
        self.isNowOrNever = isNowOrNever
        self.waited = waited
        self.isCancelled = isCancelled
    }
}
