package import FanfareCore

/// Why a request got no answer, and what that means for sending it again.
package struct CurlFailure: Error, Hashable {
    /// What is certain. The set is closed: each is handled in its own way.
    package enum Kind: Hashable, Sendable {
        /// Nothing of the request was written, or of a mail not all: it may be sent again at once.
        case notSent
        /// The request was, or may have been, written and no answer came: the server may have acted on it.
        case uncertain
        /// The request was not sent, and none will be until somebody mends the configuration.
        case misconfigured
    }

    /// What is certain.
    package let kind: Kind
    /// What happened, without anything of the request but the host's name. Its codes are a bounded set.
    package let reason: DeliveryReason

    /// Creates a failure.
    package init(_ kind: Kind, _ reason: DeliveryReason) {
        self.kind = kind
        self.reason = reason
    }
}
