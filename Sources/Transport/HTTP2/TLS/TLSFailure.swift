/// Why a connection cannot be used, or cannot be used any more.
package struct TLSFailure: Error, Hashable, CustomStringConvertible {
    /// The kinds a caller has to tell apart. The set is closed: each is handled in its own way.
    package enum Kind: Hashable, Sendable {
        /// The peer's certificate is not one to trust, or not one of the host that was asked for.
        case untrusted
        /// The peer does not speak HTTP/2.
        case noHTTP2
        /// A file or a text with certificates or keys cannot be used.
        case unusable
        /// Anything else, such as a peer that went away.
        case broken
    }

    /// What has to be told apart.
    package let kind: Kind
    /// What happened, for people.
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
