public import FanfareCore

/// A mail server, and who logs in there.
public struct MailServer: Hashable, Sendable {
    /// How the connection is protected. The set is closed: each is set up in its own way.
    public enum Security: Hashable, Sendable {
        /// TLS from the first byte, as with `smtps://` (RFC 8314, 3.3).
        case implicit
        /// STARTTLS, and no mail without it.
        case required
        /// STARTTLS where the server offers it. Whoever sits between can take the offer away.
        case opportunistic
        /// No TLS.
        case none
    }

    /// Its name or address; an IPv6 address stands without brackets.
    public var host: String
    /// Its port.
    public var port: Int
    /// How the connection is protected.
    public var security: Security
    /// Who logs in; nil for nobody.
    public var user: String?
    /// The user's password.
    public var password: Secret<String>?
    /// An OAuth 2.0 access token in place of a password. It is used as it is: whoever sets it renews it.
    public var accessToken: Secret<String>?

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - host: Its name or address.
    ///   - port: Its port; 465 for implicit TLS and else 587, unless it is given.
    ///   - security: How the connection is protected; what a server for clients offers, unless it is given: required with
    ///     a user, opportunistic without.
    ///   - user: Who logs in.
    ///   - password: The user's password.
    ///   - accessToken: An access token in place of a password.
    public init(
        host: String,
        port: Int? = nil,
        security: Security? = nil,
        user: String? = nil,
        password: Secret<String>? = nil,
        accessToken: Secret<String>? = nil
    ) {
        let security = security ?? (user == nil ? .opportunistic : .required)
        self.host = host
        self.port = port ?? (security == .implicit ? 465 : 587)
        self.security = security
        self.user = user
        self.password = password
        self.accessToken = accessToken
    }
}

extension MailServer: CustomStringConvertible {
    /// Host and port.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension MailServer {
    /// Whether it is this machine, to which nobody can listen in.
    var isLoopback: Bool { host.lowercased() == "localhost" || host == "::1" || DomainName.isLoopbackIPv4(host) }

    /// Checks what can be checked without asking the server.
    ///
    /// - Throws: The part that is wrong.
    func check() throws(MailConfigurationError) {
        guard DomainName.isHost(host) else {
            throw MailConfigurationError("smtp", "has a host that is no name and no address")
        }
        guard (1...65_535).contains(port) else {
            throw MailConfigurationError("smtp", "has a port that is no number from 1 to 65535")
        }
        guard let user else {
            guard password == nil, accessToken == nil else {
                throw MailConfigurationError("user", "is missing; expected whom the password or the token is for")
            }
            return
        }
        guard (password == nil) != (accessToken == nil) else {
            let problem = password == nil ? "is missing; expected the password of user" : "is there beside accessToken"
            throw MailConfigurationError("password", problem)
        }
        // It is what ends a part of AUTH PLAIN (RFC 4616).
        guard !user.isEmpty, !user.utf8.contains(0) else {
            throw MailConfigurationError("user", "is empty or has a NUL in it")
        }
        guard password?.reveal().utf8.contains(0) != true, accessToken?.reveal().utf8.contains(0) != true else {
            throw MailConfigurationError(password == nil ? "accessToken" : "password", "has a NUL in it")
        }
        guard security == .required || security == .implicit || isLoopback else {
            let problem =
                "would let others read the password on its way; expected \"required\", or smtps:// "
                + "(a login without TLS is for servers on this machine only)"
            throw MailConfigurationError("tls", problem)
        }
    }
}
