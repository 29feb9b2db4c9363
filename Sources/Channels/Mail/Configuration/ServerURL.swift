import FanfareCore

/// A mail server as a URL names it: `smtp://user:password@mail.example.com:587`.
///
/// Read by hand, because of what is at stake: each part is percent-decoded once, a `+` stays one, and no error shows any of
/// it. The password may be in it.
struct ServerURL {
    let isImplicitTLS: Bool
    let host: String
    let port: Int?
    let user: String?
    let password: Secret<String>?

    /// Reads a URL.
    ///
    /// - Throws: What is wrong and what would be right, for a person who cannot be shown the text.
    init(_ text: String) throws(MailConfigurationError) {
        func wrong(_ problem: String) -> MailConfigurationError { MailConfigurationError("smtp", problem) }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard scheme == "smtp" || scheme == "smtps", text.dropFirst(scheme.count).hasPrefix("://") else {
            throw wrong("is no URL of a mail server; expected smtp://host or smtps://host")
        }
        isImplicitTLS = scheme == "smtps"

        // What a password has that ends the authority would else become its host.
        let rest = text.dropFirst(scheme.count + 3)
        let authority = rest.prefix { !"/?#".contains($0) }
        let tail = rest.dropFirst(authority.count)
        let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
        let isOnlyVisible = rest.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
        guard isOnlyVisible, parts.count <= 2, tail.isEmpty || tail == "/" else {
            throw wrong(
                "has characters that a URL cannot have there; expected @ : / ? # % and blanks of user and password "
                    + "percent-encoded, or the two as keys of their own"
            )
        }

        let (host, port) = try Self.hostAndPort(parts.last ?? "")
        (self.host, self.port) = (host, port)
        guard parts.count == 2, let login = parts.first else {
            (user, password) = (nil, nil)
            return
        }
        let words = login.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let user = words.first.flatMap(Self.decoded), let password = Self.decoded(words.dropFirst().first ?? "")
        else { throw wrong("has a % in user or password that is not followed by two hexadecimal digits; expected %25") }
        self.user = user.isEmpty ? nil : user
        self.password = password.isEmpty ? nil : Secret(password)
    }

    private static func hostAndPort(_ text: Substring) throws(MailConfigurationError) -> (String, Int?) {
        var host = text
        var port: Int?
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            host = text[..<colon]
            let digits = text[text.index(after: colon)...]
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
                (1...65_535).contains(number)
            else { throw MailConfigurationError("smtp", "has a port that is no number from 1 to 65535") }
            port = number
        }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        guard isBracketed ? DomainName.isIPv6(String(host)) : !host.contains(":") && DomainName.isHost(String(host))
        else {
            throw MailConfigurationError("smtp", "has a host that is no name and no address")
        }
        return (String(host), port)
    }

    /// - Returns: nil for a percent sign that stands for nothing, and for what is not UTF-8 then.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(Substring(rest.prefix(2)))
            guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
