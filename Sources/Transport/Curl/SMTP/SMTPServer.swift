/// A mail server and how it is spoken to. Mail to equal servers shares connections.
package struct SMTPServer: Hashable, Sendable {
    /// Its name or address, one of IPv6 without brackets.
    package var host: String
    /// Its port.
    package var port: Int
    /// How the connection is protected.
    package var security: SMTPSecurity
    /// Who logs in; nil for nobody. Over a connection that may be clear text only on this machine.
    package var login: SMTPLogin?
    /// What the client calls itself in EHLO: a domain name or an address literal (RFC 5321, 4.1.3).
    package var hello: String

    /// Creates a server.
    package init(
        host: String,
        port: Int,
        security: SMTPSecurity = .required,
        login: SMTPLogin? = nil,
        hello: String = "[127.0.0.1]"
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.login = login
        self.hello = hello
    }
}
