public import FanfareCore

/// Why a request got no answer, and what that means for sending it again.
public struct HTTP2Failure: Error, Hashable {
    /// What is certain. The set is closed: each is handled in its own way.
    public enum Kind: Hashable, Sendable {
        /// The peer certainly did nothing with the request: it may be sent again at once.
        case notSent
        /// The request was written and no answer came: the peer may have acted on it.
        case uncertain
        /// The request was not sent, and none will be until somebody mends the configuration.
        case misconfigured
    }

    /// What is certain.
    public let kind: Kind
    /// What happened. Its codes are a bounded set, fit for a metric's label.
    public let reason: DeliveryReason

    /// Creates a failure.
    public init(_ kind: Kind, _ reason: DeliveryReason) {
        self.kind = kind
        self.reason = reason
    }
}
