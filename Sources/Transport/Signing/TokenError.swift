/// Why a token was refused.
///
/// Neither the code nor the description shows anything of the token.
package struct TokenError: Error, Hashable, CustomStringConvertible {
    /// The reasons, closed, and therefore fit for the labels of a metric.
    package enum Code: String, CaseIterable, Sendable {
        /// Longer than ``TokenVerifier/maximumTokenBytes``.
        case tooLarge = "too-large"
        /// Not three parts of base64url, or not JSON objects in them.
        case malformed
        /// Signed with another algorithm than the configured one, or not at all.
        case wrongAlgorithm = "wrong-algorithm"
        /// Demands an extension that is not understood (`crit`).
        case unknownExtension = "unknown-extension"
        /// The signature is not the key's.
        case wrongSignature = "wrong-signature"
        /// A claim that must be there is missing or of the wrong type.
        case badClaim = "bad-claim"
        /// No longer valid.
        case expired
        /// Not valid yet.
        case notYetValid = "not-yet-valid"
    }

    /// The reason.
    package let code: Code

    /// One sentence for the person who made the token.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
