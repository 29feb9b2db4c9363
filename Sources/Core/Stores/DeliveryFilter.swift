/// Which deliveries to list.
public struct DeliveryFilter: Hashable, Sendable {
    /// Only deliveries in this state.
    public var state: DeliveryState?
    /// Only deliveries of this channel.
    public var channel: ChannelID?

    /// Creates a filter; nil matches everything.
    public init(state: DeliveryState? = nil, channel: ChannelID? = nil) {
        self.state = state
        self.channel = channel
    }
}
