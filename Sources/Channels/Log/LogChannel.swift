public import FanfareCore

/// Writes one line per delivery of what would have been sent. Sends nothing, needs nothing.
public struct LogChannel: Channel {
    /// `ChannelID.log`.
    public let id = ChannelID.log
    /// Every device of a user, whatever its platform, or the user itself if it has none.
    public let reach = ChannelReach.everyDevice
    private let sink: any LogSink

    /// Creates a channel that writes to `sink`.
    public init(to sink: some LogSink) { self.sink = sink }

    /// Writes the line.
    public func deliver(
        _ message: LogMessage,
        to route: Route,
        context: DeliveryContext
    ) async throws -> DeliveryOutcome {
        var fields: [String: JSONValue] = [
            "type": .string(context.type.rawValue),
            "to": .string(route.description),
            "delivery": .string(context.delivery.description),
        ]
        fields["title"] = message.title.map { .string($0) }
        fields["body"] = message.body.map { .string($0) }
        fields["link"] = message.link.map { .string($0) }
        fields["data"] = message.data.map { .object($0) }
        sink.log(.info, "delivered to the log", fields)
        return .sent(providerID: context.delivery.description)
    }
}
