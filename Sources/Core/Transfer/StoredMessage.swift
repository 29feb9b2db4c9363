/// A rendered message as it lies in a store, with its deliveries that have not ended.
public struct StoredMessage: Hashable, Sendable, Identifiable {
    /// Names the message.
    public var id: MessageID
    /// The channel it is rendered for.
    public var channel: ChannelID
    /// The rendered message.
    public var payload: Payload
    /// Its deliveries, ordered by id; never empty.
    public var deliveries: [StoredDelivery]

    /// Creates a message; stores do.
    public init(id: MessageID, channel: ChannelID, payload: Payload, deliveries: [StoredDelivery]) {
        self.id = id
        self.channel = channel
        self.payload = payload
        self.deliveries = deliveries
    }
}
