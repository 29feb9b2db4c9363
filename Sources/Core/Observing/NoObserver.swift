/// Watches nothing.
public struct NoObserver: DeliveryObserver {
    /// Creates an observer that does nothing.
    public init() {}
}
