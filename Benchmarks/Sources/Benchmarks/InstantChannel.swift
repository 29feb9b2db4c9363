import FanfareCore

/// A channel that accepts everything at once: what is left is the cost of the pipeline.
struct InstantChannel: Channel {
    let id: ChannelID = "instant"
    let capacity = 2000

    func deliver(_ message: String, to route: Route, context: DeliveryContext) async throws -> DeliveryOutcome {
        .sent(providerID: "accepted")
    }
}
