internal import CPostgres

/// A URL taken apart into what is for libpq and what is for us.
struct LocationText {
    /// What to do about most URLs that cannot be read.
    static let advice =
        "the URL is postgres://user:password@host:5432/database?option=value, with special characters of the user and "
        + "the password percent-encoded (@ is %40, : is %3A, / is %2F, % is %25)"

    private static let ownOptions: Set = ["schema", "pool_size", "prepared_statements", "listen"]

    /// Our own options.
    private(set) var own: [String: String] = [:]
    /// The URL without them.
    private(set) var rest: String

    init(_ url: String) throws(PostgresLocation.Fault) {
        guard let scheme = ["postgres://", "postgresql://"].first(where: { url.lowercased().hasPrefix($0) }) else {
            throw PostgresLocation.Fault(description: Self.advice)
        }
        // As libpq reads it: the user and the password end at the first `@`, unless a `/` comes before. The query begins
        // after them, so that a password may hold a question mark.
        let body = url.dropFirst(scheme.count)
        let end = body.firstIndex { $0 == "@" || $0 == "/" }
        let address = end.map { body[$0] == "@" ? body[body.index(after: $0)...] : body } ?? body
        let query = address.firstIndex(of: "?")
        // A password with an `@` or `/` of its own would become a part of the host or the database, which errors show.
        guard !address[..<(query ?? address.endIndex)].contains("@") else {
            throw PostgresLocation.Fault(description: Self.advice)
        }
        rest = scheme + body[..<(query ?? body.endIndex)]
        guard let query else { return }
        try read(address[address.index(after: query)...])
    }

    private mutating func read(_ query: Substring) throws(PostgresLocation.Fault) {
        var kept: [Substring] = []
        for pair in query.split(separator: "&") {
            let key = pair.prefix { $0 != "=" }
            guard pair.contains("=") else {
                throw PostgresLocation.Fault(description: "an option of the URL has no value; \(Self.advice)")
            }
            if Self.ownOptions.contains(String(key)) {
                guard let value = Self.decoded(pair.dropFirst(key.count + 1)), own[String(key)] == nil else {
                    throw PostgresLocation.Fault(description: "\(key) is there twice or is not percent-encoded rightly")
                }
                own[String(key)] = value
            } else if Self.isKnown(key) {
                kept.append(pair)
            } else if key.utf8.allSatisfy({ $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0) }) {
                throw PostgresLocation.Fault(description: "there is no option \"\(key)\"")
            } else {
                throw PostgresLocation.Fault(description: Self.advice)
            }
        }
        if !kept.isEmpty { rest += "?" + kept.joined(separator: "&") }
    }

    private static func isKnown(_ key: Substring) -> Bool {
        // Two that libpq takes in URLs only.
        if key == "ssl" { return true }
        let defaults = unsafe PQconndefaults()
        defer { unsafe PQconninfoFree(defaults) }
        guard var option = unsafe defaults else { return false }
        while let keyword = unsafe option.pointee.keyword {
            if unsafe String(cString: keyword) == key { return true }
            unsafe option += 1
        }
        return false
    }

    /// The text without percent-encoding; nil if that is broken.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let code = UInt8(String(Substring(rest.prefix(2))), radix: 16), rest.count >= 2 else { return nil }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
