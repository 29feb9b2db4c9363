internal import FoundationEssentials

extension SigningKey {
    /// What a token says about its own signature; members that are nil are left out.
    private struct Header: Encodable {
        let alg: String
        let kid: String?
        let typ: String?
    }

    /// Signs a JSON Web Token (RFC 7519) in its compact form.
    ///
    /// - Parameters:
    ///   - claims: What it says; a JSON object. Dates are numbers: pass ``NumericDate`` or an integer.
    ///   - keyID: Which of the signer's keys it is signed with (`kid`).
    ///   - type: What it is, `JWT` where the reader asks for it (`typ`).
    /// - Returns: The token; ASCII without blanks, to be kept secret.
    /// - Throws: `EncodingError` if the claims cannot be encoded, ``KeyError`` if OpenSSL cannot sign.
    package func token(_ claims: some Encodable, keyID: String? = nil, type: String? = nil) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let header = try encoder.encode(Header(alg: algorithm.rawValue, kid: keyID, typ: type))
        let signed = try Base64URL.encode(header) + "." + Base64URL.encode(encoder.encode(claims))
        return try signed + "." + Base64URL.encode(sign(Array(signed.utf8)))
    }
}
