public import FanfareCore

/// A provider token: the JSON Web Token with which a provider says who it is.
public struct APNsProviderToken: Hashable, Sendable {
    /// The token as sent: three parts of base64url joined by dots.
    public let text: String
    /// The key's identifier (`kid`), ten letters and digits.
    public let keyID: String
    /// The team's identifier (`iss`), ten letters and digits.
    public let teamID: String
    /// When it was made (`iat`).
    public let issued: Timestamp

    /// What is wrong with a token's form.
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    /// The token in the value of an `authorization` field; nil if it is of another scheme.
    static func text(inAuthorization value: String) -> String? {
        guard value.prefix(7).lowercased() == "bearer " else { return nil }
        return String(value.dropFirst(7))
    }

    /// Reads a token in the strict form: that of RFC 7515 and 7518 with the members Apple asks for.
    ///
    /// The signature is measured here and not verified.
    init(_ text: String) throws(Malformed) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw Malformed(description: "the token has \(parts.count) parts and not three") }
        let header = try Self.object(parts[0], "the token's header")
        let claims = try Self.object(parts[1], "the token's claims")
        guard header["alg"] == "ES256" else { throw Malformed(description: "the token's 'alg' is not ES256") }
        keyID = try Self.identifier(header["kid"], "kid")
        teamID = try Self.identifier(claims["iss"], "iss")
        guard let iat = claims["iat"]?.number else { throw Malformed(description: "the token's 'iat' is no number") }
        // Milliseconds where seconds are due are a date far beyond these.
        guard let seconds = iat.double, (0..<1e11).contains(seconds) else {
            throw Malformed(description: "the token's 'iat' is no number of seconds since 1970")
        }
        issued = Timestamp(microsecondsSinceEpoch: Int64(seconds * 1_000_000))
        let signature = try Self.bytes(parts[2], "the token's signature")
        guard signature.count == 64 else {
            throw Malformed(
                description: "the token's signature has \(signature.count) bytes and not 64 (RFC 7518, 3.4)"
            )
        }
        self.text = text
    }

    /// What is wrong with the form of a token that cannot be read.
    static func complaint(about text: String) -> String {
        do {
            _ = try APNsProviderToken(text)
            return "nothing"
        } catch { return error.description }
    }

    private static func object(_ part: Substring.UTF8View, _ name: String) throws(Malformed) -> JSONValue {
        guard let value = try? JSONParser().parse(try bytes(part, name)), value.object != nil else {
            throw Malformed(description: "\(name) is no JSON object in base64url without padding")
        }
        return value
    }

    private static func identifier(_ value: JSONValue?, _ name: String) throws(Malformed) -> String {
        guard let text = value?.string, text.utf8.count == 10, text.utf8.allSatisfy({ $0.isLetterOrDigit }) else {
            throw Malformed(description: "the token's '\(name)' is not ten letters and digits")
        }
        return text
    }

    private static func bytes(_ part: Substring.UTF8View, _ name: String) throws(Malformed) -> [UInt8] {
        guard let bytes = StrictBase64URL.decode(part) else {
            throw Malformed(description: "\(name) is not in base64url without padding (RFC 7515, 2)")
        }
        return bytes
    }
}
