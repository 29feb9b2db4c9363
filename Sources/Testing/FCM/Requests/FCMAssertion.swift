public import FanfareCore

/// An assertion: the JSON Web Token by which a service account asks for an access token (RFC 7523).
public struct FCMAssertion: Hashable, Sendable {
    /// The token as sent: three parts of base64url joined by dots.
    public let text: String
    /// The key's identifier (`kid`), if it has one.
    public let keyID: String?
    /// The service account's address (`iss`).
    public let issuer: String
    /// For whom it is (`aud`): the token endpoint's URL.
    public let audience: String
    /// What the access token is to be good for (`scope`).
    public let scope: String
    /// When it was made (`iat`).
    public let issued: Timestamp
    /// Until when it may be used (`exp`).
    public let expires: Timestamp

    /// What is wrong with an assertion's form.
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    /// The bytes that are signed.
    let signedText: [UInt8]
    /// The signature of them, which is not verified here.
    let signature: [UInt8]

    /// Reads an assertion in the strict form: that of RFC 7515 with the members Google asks for.
    init(_ text: String) throws(Malformed) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw Malformed(description: "the assertion has \(parts.count) parts and not three")
        }
        let header = try Self.object(parts[0], "header")
        let claims = try Self.object(parts[1], "claims")
        guard header["alg"] == "RS256" else { throw Malformed(description: "the assertion's 'alg' is not RS256") }
        guard header["typ"] == "JWT" else { throw Malformed(description: "the assertion's 'typ' is not JWT") }
        keyID = header["kid"]?.string
        issuer = try Self.text(claims, "iss")
        audience = try Self.text(claims, "aud")
        scope = try Self.text(claims, "scope")
        issued = try Self.time(claims, "iat")
        expires = try Self.time(claims, "exp")
        guard let signature = StrictBase64URL.decode(parts[2]), !signature.isEmpty else {
            throw Malformed(description: "the assertion's signature is not in base64url without padding (RFC 7515, 2)")
        }
        self.signature = signature
        signedText = Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count))
        self.text = text
    }

    /// What is wrong with the form of an assertion that cannot be read.
    static func complaint(about text: String) -> String {
        do {
            _ = try FCMAssertion(text)
            return "nothing"
        } catch { return error.description }
    }

    private static func object(_ part: Substring.UTF8View, _ name: String) throws(Malformed) -> JSONValue {
        guard let bytes = StrictBase64URL.decode(part), let value = try? JSONParser().parse(bytes), value.object != nil
        else { throw Malformed(description: "the assertion's \(name) is no JSON object in base64url without padding") }
        return value
    }

    private static func text(_ claims: JSONValue, _ name: String) throws(Malformed) -> String {
        guard let text = claims[name]?.string, !text.isEmpty else {
            throw Malformed(description: "the assertion's '\(name)' is no text")
        }
        return text
    }

    private static func time(_ claims: JSONValue, _ name: String) throws(Malformed) -> Timestamp {
        // Milliseconds where seconds are due are a date far beyond these.
        guard let seconds = claims[name]?.number?.int, (0..<100_000_000_000).contains(seconds) else {
            throw Malformed(description: "the assertion's '\(name)' is no number of seconds since 1970")
        }
        return Timestamp(millisecondsSinceEpoch: Int64(seconds) * 1000)
    }
}
