/// What a channel may want to know about the delivery it carries.
public struct DeliveryContext: Hashable, Sendable {
    /// Identifies the delivery across attempts, so that a provider can recognise a repeat.
    public let delivery: DeliveryID
    /// The notification the delivery belongs to.
    public let notification: NotificationID
    /// The kind of notification.
    public let type: NotificationType
    /// The number of this attempt, starting at 1.
    public let attempt: Int
    /// Whether an earlier attempt may have reached the provider.
    public let isResend: Bool
    /// How urgent the application says it is.
    public let priority: Priority
    /// What newer notifications replace this one by.
    public let collapseKey: String?
    /// When the message stops being worth delivering; nil leaves that to the provider.
    public let expiresAt: Timestamp?
    /// Whether there is this one try only, and the provider should not keep the message either.
    public let isNowOrNever: Bool

    /// Creates a context; channels get theirs from the worker, their tests make their own.
    public init(
        delivery: DeliveryID,
        notification: NotificationID,
        type: NotificationType,
        attempt: Int = 1,
        isResend: Bool = false,
        priority: Priority = .normal,
        collapseKey: String? = nil,
        expiresAt: Timestamp? = nil,
        isNowOrNever: Bool = false
    ) {
        self.delivery = delivery
        self.notification = notification
        self.type = type
        self.attempt = attempt
        self.isResend = isResend
        self.priority = priority
        self.collapseKey = collapseKey
        self.expiresAt = expiresAt
        self.isNowOrNever = isNowOrNever
    }
}
