/// What a provider made of a message.
///
/// The set is closed on purpose: ``Verdict`` decides what each of them means for the delivery.
public enum DeliveryOutcome: Hashable, Sendable {
    /// The provider accepted it; `providerID` is the provider's name for it.
    ///
    /// `environment` is where a token turned out to belong that was registered without saying so; the device remembers it.
    case sent(providerID: String? = nil, environment: DeviceEnvironment? = nil)
    /// Not now. Try again when the retry policy says so, but not before `after` has passed.
    case retry(after: Duration? = nil, DeliveryReason)
    /// The address is gone. A device is set aside unless it was registered again after `asOf`, the provider's own
    /// time, or without one since the delivery was claimed.
    case routeGone(asOf: Timestamp? = nil, DeliveryReason)
    /// This message can never be sent.
    case rejected(DeliveryReason)
    /// Nothing can be sent with this credential until somebody mends it. The delivery waits and loses nothing.
    case misconfigured(DeliveryReason)
    /// It may have been sent. The channel's ``Idempotency`` decides whether it is sent again.
    case uncertain(DeliveryReason)
}
