import FanfareCore

/// Pages by Acme's gateway.
public struct PagerChannel: Channel {
    /// A message the gateway would not take.
    public struct LineTooLong: Error, Hashable {
        /// How many characters there are too many.
        public let excess: Int
    }

    /// What the gateway answers.
    public enum Answer: Sendable {
        /// It will be paged; the gateway's number for it.
        case accepted(String)
        /// There is no such pager.
        case unknownNumber
        /// Try again later.
        case busy(retryAfter: Duration)
    }

    /// Calls the gateway: an HTTP request in real life, a function in tests. It throws if the gateway cannot be reached.
    public typealias Gateway = @Sendable (_ number: String, _ line: String, _ reference: String) async throws -> Answer

    /// ``FanfareCore/ChannelID/pager``.
    public let id = ChannelID.pager
    private let gateway: Gateway

    /// Creates a channel that pages by `gateway`.
    public init(gateway: @escaping Gateway) { self.gateway = gateway }

    /// Refuses lines a pager cannot show, before anything is stored.
    public func validate(_ message: PagerMessage) throws {
        guard message.line.count <= 80 else { throw LineTooLong(excess: message.line.count - 80) }
    }

    /// Pages once. The delivery's id goes along, so that the gateway recognises a repeat.
    public func deliver(
        _ message: PagerMessage,
        to route: Route,
        context: DeliveryContext
    ) async throws -> DeliveryOutcome {
        switch try await gateway(route.address, message.line, context.delivery.description) {
        case .accepted(let number): .sent(providerID: number)
        case .unknownNumber: .routeGone(DeliveryReason("unknown-number"))
        case .busy(let delay): .retry(after: delay, DeliveryReason("gateway-busy"))
        }
    }
}
