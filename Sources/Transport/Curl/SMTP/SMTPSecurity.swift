/// How a connection to a mail server is protected. The set is closed: each is set up in its own way.
package enum SMTPSecurity: Hashable, Sendable {
    /// TLS from the first byte (RFC 8314, 3.3); usually on port 465.
    case implicit
    /// STARTTLS, and no mail without it (RFC 3207).
    case required
    /// STARTTLS where the server offers it.
    case opportunistic
    /// No TLS.
    case none
}
