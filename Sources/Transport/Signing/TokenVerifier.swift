/// Checks the JSON Web Tokens of an application's own users (RFC 7519).
///
/// A token is accepted if its signature is right for the configured key and algorithm, it has `sub` and `exp`, and now
/// lies between `nbf`, if it has one, and `exp`, give or take the leeway.
package struct TokenVerifier: Sendable {
    /// The longest token that is looked at, in bytes.
    package static let maximumTokenBytes = 8192

    /// The key, and with it the algorithm, every token must be signed with.
    package let key: VerificationKey

    /// How far the clocks of the two sides may differ.
    package let leeway: Duration

    /// Makes a verifier; it does nothing until it is asked.
    package init(key: VerificationKey, leeway: Duration = .seconds(60)) {
        self.key = key
        self.leeway = leeway
    }

    /// Checks a token.
    ///
    /// - Parameters:
    ///   - token: The token in its compact form, without `Bearer` and without white space around it.
    ///   - now: The time to check `exp` and `nbf` against.
    /// - Returns: What the token says.
    /// - Throws: ``TokenError`` if the token is refused; nothing it says can be trusted then.
    package func verify(_ token: String, at now: NumericDate) throws(TokenError) -> TokenClaims {
        guard token.utf8.count <= Self.maximumTokenBytes else {
            throw TokenError(.tooLarge, "the token is longer than \(Self.maximumTokenBytes) bytes")
        }
        let token = try JSONWebToken(token)
        guard token.header.algorithm == key.algorithm.rawValue else {
            throw TokenError(.wrongAlgorithm, "the token is not signed with \(key.algorithm.rawValue)")
        }
        guard !token.header.isCritical else {
            throw TokenError(.unknownExtension, "the token demands extensions (crit), and none is supported")
        }
        guard key.isValid(token.signature, for: token.signedBytes) else {
            throw TokenError(.wrongSignature, "the token's signature is wrong")
        }
        let claims = try TokenClaims(token.payload)
        guard now < claims.expiry.advanced(by: leeway) else {
            throw TokenError(.expired, "the token has expired")
        }
        if let notBefore = claims.notBefore, now.advanced(by: leeway) < notBefore {
            throw TokenError(.notYetValid, "the token is not valid yet")
        }
        return claims
    }
}
