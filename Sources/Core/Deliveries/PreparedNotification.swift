/// A notification to one recipient, rendered and addressed, ready to be stored.
public struct PreparedNotification: Hashable, Sendable {
    /// Names the notification.
    public let id: NotificationID
    /// The kind of notification.
    public let type: NotificationType
    /// What it is about.
    public let category: Category
    /// Who it is for.
    public let recipient: RecipientID
    /// How it reads in a list.
    public let summary: NotificationSummary
    /// When, how long and how urgently it is to be delivered.
    public let options: DeliveryOptions
    /// The rendered messages with their deliveries.
    public let messages: [PreparedMessage]
    /// The channels that were not taken.
    public let skipped: [SkippedChannel]

    /// Creates a notification.
    public init(
        id: NotificationID,
        type: NotificationType,
        category: Category,
        recipient: RecipientID,
        summary: NotificationSummary = NotificationSummary(),
        options: DeliveryOptions = DeliveryOptions(),
        messages: [PreparedMessage],
        skipped: [SkippedChannel] = []
    ) {
        self.id = id
        self.type = type
        self.category = category
        self.recipient = recipient
        self.summary = summary
        self.options = options
        self.messages = messages
        self.skipped = skipped
    }

    /// What the sender is told.
    public var receipt: Receipt {
        Receipt(
            id: id,
            recipient: recipient,
            deliveries: messages.flatMap { message in
                message.deliveries.map {
                    Receipt.Delivery(id: $0.id, channel: message.channel, device: $0.route.device, state: .queued)
                }
            },
            skipped: skipped
        )
    }
}
