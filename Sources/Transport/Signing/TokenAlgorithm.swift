/// The signature algorithms a token may be checked with (RFC 7518, section 3), closed on purpose: `none` is not one.
package enum TokenAlgorithm: String, CaseIterable, Codable, Sendable {
    /// HMAC with SHA-256: both sides know one secret.
    case hs256 = "HS256"

    /// ECDSA on the curve P-256 with SHA-256.
    case es256 = "ES256"

    /// RSA (PKCS #1 v1.5) with SHA-256.
    case rs256 = "RS256"
}
