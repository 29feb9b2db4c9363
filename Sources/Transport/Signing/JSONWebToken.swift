internal import FoundationEssentials

/// A signed token, taken apart but not yet believed (RFC 7515, section 3.1: compact serialisation).
struct JSONWebToken {
    /// The first part, which says how the token is signed.
    let header: Header

    /// The first two parts as they were sent: what the signature is about.
    let signedBytes: [UInt8]

    /// The second part, decoded. Nothing of it is read before the signature was found right.
    let payload: [UInt8]

    /// The third part, decoded.
    let signature: [UInt8]

    struct Header: Decodable {
        let algorithm: String
        let isCritical: Bool

        private enum CodingKeys: String, CodingKey {
            case alg, crit
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            algorithm = try container.decode(String.self, forKey: .alg)
            isCritical = container.contains(.crit)
        }
    }

    /// Takes a token apart.
    ///
    /// - Throws: ``TokenError`` with the code `malformed`.
    init(_ token: String) throws(TokenError) {
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw TokenError(.malformed, "a token has three parts, separated by dots")
        }
        guard
            let header = Base64URL.decode(parts[0]),
            let payload = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else {
            throw TokenError(.malformed, "a part of the token is not base64url without padding")
        }
        self.header = try Self.decode(header) { _ in
            TokenError(.malformed, "the token's header is not a JSON object with alg")
        }
        self.signedBytes = Array(token.utf8.prefix(parts[0].count + 1 + parts[1].count))
        self.payload = payload
        self.signature = signature
    }

    /// Decodes JSON that must be UTF-8.
    static func decode<Value: Decodable>(
        _ json: [UInt8],
        orThrow failure: (DecodingError?) -> TokenError
    ) throws(TokenError) -> Value {
        // JSONDecoder guesses UTF-16 and UTF-32 from zero bytes, which JSON in UTF-8 never has.
        guard !json.contains(0), String(validating: json, as: UTF8.self) != nil else { throw failure(nil) }
        do {
            return try JSONDecoder().decode(Value.self, from: Data(json))
        } catch {
            throw failure(error as? DecodingError)
        }
    }
}
