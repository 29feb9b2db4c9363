import FanfareCore
import FanfareSigning

/// Tells who is calling from the `Authorization` header.
struct Authenticator: Sendable {
    /// The application's servers, which may do everything; each at least 16 characters.
    let apiKeys: [Secret<String>]
    /// The application's own users, who may do what concerns themselves.
    let userTokens: TokenVerifier?
}

extension Authenticator {
    /// Who is calling.
    ///
    /// - Parameter now: The time to check user tokens against.
    /// - Throws: A problem (401) when there is no credential, more than one, or a wrong one.
    func caller(_ headers: HTTPHeaders, at now: Timestamp) throws(Problem) -> Caller {
        let fields = headers.values("Authorization")
        guard let field = fields.first else {
            throw Problem(.unauthorized, "the call needs a credential: Authorization: Bearer …")
        }
        guard fields.count == 1, let credential = Self.bearer(field) else {
            throw Problem(.unauthorized, "the Authorization header is not of the form Bearer …")
        }
        if isKey(credential) { return .application }
        guard let userTokens else { throw Problem(.unauthorized, "the credential is no key of this server") }
        let seconds = Double(now.microsecondsSinceEpoch) / 1_000_000
        do {
            let claims = try userTokens.verify(credential, at: NumericDate(secondsSince1970: seconds))
            return .user(try RequestValue(.string(claims.subject)).user())
        } catch let error as TokenError {
            throw Problem(.unauthorized, "the credential is neither a key of this server nor a user token: \(error)")
        } catch {
            throw Problem(.unauthorized, "the user token's claim sub cannot be a user's id")
        }
    }

    /// Compares with every key, so that the time tells neither how much of a key was right nor which key it was.
    private func isKey(_ credential: String) -> Bool {
        let bytes = Array(credential.utf8)
        var isKey = false
        for key in apiKeys where constantTimeEquals(Array(key.reveal().utf8), bytes) { isKey = true }
        return isKey
    }

    /// The credential after the scheme, whose case does not matter (RFC 9110, 11.1).
    private static func bearer(_ field: String) -> String? {
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1].drop { $0 == " " })
    }
}
