/// A delivery that is ready to be stored.
public struct PreparedDelivery: Hashable, Sendable {
    /// Names the delivery.
    public let id: DeliveryID
    /// Where it goes.
    public let route: Route

    /// Creates a delivery.
    public init(id: DeliveryID, route: Route) {
        self.id = id
        self.route = route
    }
}
