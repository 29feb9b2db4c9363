import FanfareCore

/// Stands in for a channel and sends nothing: what would be sent is written to the log.
///
/// It is chosen when a worker starts and not when a notification is stored, so it also covers what was queued before.
struct PreviewChannel<Base: Channel>: Channel {
    private let base: Base
    private let sink: any LogSink

    /// - Parameters:
    ///   - base: The channel whose routes and checks are kept.
    ///   - sink: Where the lines go.
    init(of base: Base, to sink: any LogSink) {
        self.base = base
        self.sink = sink
    }

    var id: ChannelID { base.id }
    var capacity: Int { base.capacity }
    var reach: ChannelReach { base.reach }
    var idempotency: Idempotency { base.idempotency }

    func address(from text: String) throws -> String { try base.address(from: text) }

    func validate(_ message: Base.Message) throws { try base.validate(message) }

    /// Writes the message as JSON, and the route shortened.
    func deliver(
        _ message: Base.Message,
        to route: Route,
        context: DeliveryContext
    ) async throws -> DeliveryOutcome {
        var fields: [String: JSONValue] = [
            "channel": .string(id.rawValue),
            "type": .string(context.type.rawValue),
            "to": .string(route.description),
            "delivery": .string(context.delivery.description),
        ]
        fields["message"] = try JSONParser(.json).parse(Array(Payload(encoding: message).json))
        sink.log(.info, "would be sent", fields)
        return .sent(providerID: "preview")
    }

    func shutdown() async { await base.shutdown() }
}
