/// Whether a store took a settlement.
///
/// The set is closed.
public enum SettlementResult: Hashable, Sendable {
    /// It is stored; the delivery is in this state now. `routeRemoved` tells whether a device was set aside.
    case applied(DeliveryState, routeRemoved: Bool)
    /// The hold had been lost: nothing changed.
    case stale
}
