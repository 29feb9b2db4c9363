/// What a token that was found valid says.
package struct TokenClaims: Hashable, Sendable {
    /// Whom the token is about (`sub`): the user's id; never empty.
    package let subject: String

    /// When the token stops being valid (`exp`).
    package let expiry: NumericDate

    /// When the token starts being valid (`nbf`), if it says so.
    package let notBefore: NumericDate?

    /// The JSON the token carries, byte for byte as it was signed, for claims of the application's own.
    package let payload: [UInt8]
}

extension TokenClaims {
    private struct Registered: Decodable {
        let sub: String
        let exp: NumericDate
        let nbf: NumericDate?

        private enum CodingKeys: String, CodingKey {
            case sub, exp, nbf
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            sub = try container.decode(String.self, forKey: .sub)
            exp = try container.decode(NumericDate.self, forKey: .exp)
            // Not decodeIfPresent: a date that is null is a mistake of whoever signed it, and not the lack of a limit.
            nbf = container.contains(.nbf) ? try container.decode(NumericDate.self, forKey: .nbf) : nil
        }
    }

    /// Reads the claims of a token whose signature was found right.
    init(_ payload: [UInt8]) throws(TokenError) {
        let registered: Registered = try JSONWebToken.decode(payload) { error in
            switch error {
            case .keyNotFound(let key, _)?:
                TokenError(.badClaim, "the token has no claim \(key.stringValue)")
            case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
                if let key = context.codingPath.first {
                    TokenError(.badClaim, "the token's claim \(key.stringValue) is of the wrong type")
                } else {
                    TokenError(.malformed, "the token's payload is not a JSON object")
                }
            default:
                TokenError(.malformed, "the token's payload is not JSON")
            }
        }
        guard !registered.sub.isEmpty else {
            throw TokenError(.badClaim, "the token's claim sub is empty")
        }
        self.init(subject: registered.sub, expiry: registered.exp, notBefore: registered.nbf, payload: payload)
    }
}
