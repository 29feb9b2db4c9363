/// Passes everything on to several observers, in order.
public struct Observers: DeliveryObserver {
    private let observers: [any DeliveryObserver]

    /// Combines observers.
    public init(_ observers: [any DeliveryObserver]) { self.observers = observers }

    /// Passes it on.
    public func prepared(_ notification: (any Notification)?, as prepared: PreparedNotification) {
        for observer in observers { observer.prepared(notification, as: prepared) }
    }

    /// Passes it on.
    public func sending(_ claim: Claim) {
        for observer in observers { observer.sending(claim) }
    }

    /// Passes it on.
    public func settled(_ event: SettledDelivery) {
        for observer in observers { observer.settled(event) }
    }

    /// Passes it on.
    public func routeRemoved(_ removal: RouteRemoval) {
        for observer in observers { observer.routeRemoved(removal) }
    }

    /// Passes it on.
    public func credentialPaused(_ credential: CredentialID, on channel: ChannelID, because reason: DeliveryReason?) {
        for observer in observers { observer.credentialPaused(credential, on: channel, because: reason) }
    }

    /// Passes it on.
    public func storeFailed(_ error: any Error, while activity: String) {
        for observer in observers { observer.storeFailed(error, while: activity) }
    }
}
