public import FanfareCore

/// What mail is signed with, so that receivers see that the domain stands behind it (DKIM, RFC 6376).
public struct DKIMCredential: Hashable, Sendable {
    /// The domain that signs; usually the sender's.
    public var domain: String
    /// Where the domain publishes the key: at `<selector>._domainkey.<domain>`.
    public var selector: String
    /// The private key, RSA or Ed25519, in PEM.
    public var key: Secret<String>

    /// Creates a credential.
    public init(domain: String, selector: String, key: Secret<String>) {
        self.domain = domain
        self.selector = selector
        self.key = key
    }
}
