import FanfareCore
import FanfareSigning

/// Tells who is calling from the `Authorization` header.
struct Authenticator: Sendable {
    /// The application's servers, which may do everything; each at least 16 characters.
    let apiKeys: [Secret<String>]
    /// The application's own users, who may do what concerns themselves.
    let userTokens: TokenVerifier?
}
