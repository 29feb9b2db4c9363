/// A worker's hold on a delivery: the delivery and a fencing token.
///
/// Tokens only ever grow, so a hold that was lost is never mistaken for the one that replaced it.
public struct Lease: Hashable, Sendable {
    /// The delivery held.
    public let delivery: DeliveryID
    /// The fencing token.
    public let token: Int64

    /// Creates a hold.
    public init(delivery: DeliveryID, token: Int64) {
        self.delivery = delivery
        self.token = token
    }
}
