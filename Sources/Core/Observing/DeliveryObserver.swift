/// Watches notifications go out and deliveries settle, for logs, metrics, traces and tests.
///
/// Methods are called inline, often from many tasks at once: return quickly. Each has a default that does nothing.
public protocol DeliveryObserver: Sendable {
    /// A notification to one recipient was rendered, addressed and stored.
    ///
    /// - Parameters:
    ///   - notification: The notification; nil if it has no Swift type.
    ///   - prepared: What was stored.
    func prepared(_ notification: (any Notification)?, as prepared: PreparedNotification)

    /// A delivery is handed to its channel.
    func sending(_ claim: Claim)

    /// A delivery was settled, or the settlement came too late.
    func settled(_ event: SettledDelivery)

    /// A device was set aside because its provider says the token is gone.
    func routeRemoved(_ removal: RouteRemoval)

    /// A credential was paused, or works again when `reason` is nil.
    func credentialPaused(_ credential: CredentialID, on channel: ChannelID, because reason: DeliveryReason?)

    /// The store could not be reached or failed; the worker tries again.
    func storeFailed(_ error: any Error, while activity: String)
}

extension DeliveryObserver {
    /// Does nothing.
    public func prepared(_ notification: (any Notification)?, as prepared: PreparedNotification) {}
    /// Does nothing.
    public func sending(_ claim: Claim) {}
    /// Does nothing.
    public func settled(_ event: SettledDelivery) {}
    /// Does nothing.
    public func routeRemoved(_ removal: RouteRemoval) {}
    /// Does nothing.
    public func credentialPaused(_ credential: CredentialID, on channel: ChannelID, because reason: DeliveryReason?) {}
    /// Does nothing.
    public func storeFailed(_ error: any Error, while activity: String) {}
}
