/// What a request line asks for, taken apart: the path in decoded segments, and the query.
///
/// The path is split before it is decoded, so that `%2F` is a character of its segment and no separator.
struct HTTPTarget: Equatable, Sendable {
    /// The path as written, without the query.
    var rawPath: String

    /// The decoded segments: `/v1/users/a%2Fb` is `v1`, `users`, `a/b`; `/` has none, a final slash adds an empty one.
    var segments: [String]

    /// The decoded query, in order.
    var query: [HTTPQueryItem]

    /// Reads the origin form, `/path?query`, or the absolute form a proxy's client sends (RFC 9112, 3.2).
    ///
    /// - Throws: `HTTPTargetError` when the path is missing, or a percent-encoding is broken or not UTF-8.
    init(parsing target: some StringProtocol) throws(HTTPTargetError) {
        let target = Self.withoutAuthority(target.utf8.prefix { $0 != UInt8(ascii: "#") })
        guard target.first == UInt8(ascii: "/") else {
            throw HTTPTargetError(reason: "the path must begin with a slash")
        }

        let path = target.prefix { $0 != UInt8(ascii: "?") }
        guard let rawPath = String(validating: path, as: UTF8.self) else { throw .notText }
        self.rawPath = rawPath
        segments = []
        if path.count > 1 {
            for segment in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
                segments.append(try Self.decode(segment))
            }
        }
        query = []
        for pair in target.dropFirst(path.count + 1).split(separator: UInt8(ascii: "&")) {
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            query.append(
                HTTPQueryItem(
                    name: try Self.decode(name, plusIsSpace: true),
                    value: try Self.decode(pair.dropFirst(name.count + 1), plusIsSpace: true)
                )
            )
        }
    }

    private static func withoutAuthority(_ target: some Sequence<UInt8>) -> ArraySlice<UInt8> {
        let bytes = Array(target)
        for scheme in ["http://", "https://"] where bytes.starts(with: scheme.utf8) {
            let rest = bytes.dropFirst(scheme.utf8.count).drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
            return rest.first == UInt8(ascii: "/") ? rest : [UInt8(ascii: "/")] + rest
        }
        return bytes[...]
    }

    /// Percent-decoding (RFC 3986, 2.1). In a query `+` is a space, as forms and `URLSearchParams` write it.
    private static func decode(
        _ bytes: ArraySlice<UInt8>,
        plusIsSpace: Bool = false
    ) throws(HTTPTargetError) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit) else {
                    throw HTTPTargetError(reason: "a percent sign must be followed by two hex digits")
                }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace:
                decoded.append(UInt8(ascii: " "))
            default:
                decoded.append(byte)
            }
        }
        guard let text = String(validating: decoded, as: UTF8.self) else { throw .notText }
        return text
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
