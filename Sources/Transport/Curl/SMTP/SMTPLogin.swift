package import FanfareCore

/// Who logs in at a mail server, and how.
package struct SMTPLogin: Hashable, Sendable {
    /// What the secret is. The set is closed: each has mechanisms of its own.
    package enum Method: Hashable, Sendable {
        /// A password: PLAIN (RFC 4616) or LOGIN, as the server offers.
        case password
        /// An OAuth 2.0 access token: XOAUTH2.
        case accessToken
    }

    /// The user's name.
    package var user: String
    /// The password or the token.
    package var secret: Secret<String>
    /// What the secret is.
    package var method: Method

    /// Creates a login.
    package init(user: String, secret: Secret<String>, method: Method = .password) {
        self.user = user
        self.secret = secret
        self.method = method
    }
}
