/// How a connection to a mail server is protected. The set is closed: each is set up in its own way.
package enum SMTPSecurity: Hashable, Sendable {
    /// TLS from the first byte (RFC 8314, 3.3); usually on port 465.
    case implicit
    /// STARTTLS, and no mail without it (RFC 3207).
    case required
    /// STARTTLS where the server offers it. Its certificate is not verified, as clear text would do as well (RFC 7435): it
    /// keeps out who listens, not who stands between. A server that offers STARTTLS and fails at it gets nothing.
    case opportunistic
    /// No TLS.
    case none
}
