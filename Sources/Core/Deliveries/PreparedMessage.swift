/// A notification rendered for one channel, with its deliveries, ready to be stored.
public struct PreparedMessage: Hashable, Sendable {
    /// Names the message.
    public let id: MessageID
    /// The channel it is rendered for.
    public let channel: ChannelID
    /// The rendered message.
    public let payload: Payload
    /// How often each delivery is tried at most.
    public let maxAttempts: Int
    /// One delivery per route; never empty.
    public let deliveries: [PreparedDelivery]

    /// Creates a message.
    public init(
        id: MessageID,
        channel: ChannelID,
        payload: Payload,
        maxAttempts: Int,
        deliveries: [PreparedDelivery]
    ) {
        self.id = id
        self.channel = channel
        self.payload = payload
        self.maxAttempts = maxAttempts
        self.deliveries = deliveries
    }
}
