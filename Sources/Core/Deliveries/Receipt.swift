/// What `notify` did for one recipient.
public struct Receipt: Hashable, Codable, Sendable {
    /// One delivery that was stored.
    public struct Delivery: Hashable, Codable, Sendable {
        /// Names the delivery.
        public let id: DeliveryID
        /// The channel it takes.
        public let channel: ChannelID
        /// The device it goes to, if it is one.
        public let device: DeviceID?
        /// Where it stood when it was stored.
        public let state: DeliveryState

        /// Creates a delivery's entry.
        public init(id: DeliveryID, channel: ChannelID, device: DeviceID?, state: DeliveryState) {
            self.id = id
            self.channel = channel
            self.device = device
            self.state = state
        }
    }

    /// The notification that was stored.
    public let id: NotificationID
    /// Who it is for.
    public let recipient: RecipientID
    /// Its deliveries; empty if nothing could be reached.
    public let deliveries: [Delivery]
    /// The channels that were not taken, and why.
    public let skipped: [SkippedChannel]
    /// Whether this is the receipt of an earlier call with the same idempotency key; nothing was stored now.
    public var isRepeat = false

    /// Creates a receipt.
    public init(id: NotificationID, recipient: RecipientID, deliveries: [Delivery], skipped: [SkippedChannel]) {
        self.id = id
        self.recipient = recipient
        self.deliveries = deliveries
        self.skipped = skipped
    }
}
