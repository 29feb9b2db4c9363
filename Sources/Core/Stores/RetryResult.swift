/// What giving a delivery another go came to.
///
/// The set is closed.
public enum RetryResult: Hashable, Sendable {
    /// It is queued again.
    case queued(Delivery)
    /// It is in a state from which there is no retry.
    case refused(DeliveryState)
    /// There is no such delivery.
    case unknown
}
