/// Thrown by a channel when it is certain that nothing was sent: a failed dial, a refused stream.
///
/// The delivery is tried again and the attempt does not count.
public struct NotSent: Error, Hashable, Sendable {
    /// Why nothing was sent.
    public let reason: DeliveryReason
    /// How long to wait at least before the next try.
    public let after: Duration?

    /// Creates the error.
    public init(_ reason: DeliveryReason, after: Duration? = nil) {
        self.reason = reason
        self.after = after
    }
}
