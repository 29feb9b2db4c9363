internal import CMicroHTTPD

/// An IP address and a port to listen on.
struct ListenAddress: Hashable, Sendable {
    /// The address in its text form, without brackets: `127.0.0.1`, `::1`.
    let host: String

    /// The port; 0 lets the system pick a free one.
    var port: UInt16

    private let isIPv6: Bool

    /// Reads `127.0.0.1:8080`, `[::1]:8080`, `0.0.0.0:8080`, or `localhost:8080`, which is 127.0.0.1.
    ///
    /// Other names are refused: what they resolve to changes, and a listener must not change with it.
    ///
    /// - Throws: `ListenAddressError`, which says what is wrong and what would be right.
    init(parsing text: String) throws(ListenAddressError) {
        func wrong(_ problem: String) -> ListenAddressError { ListenAddressError(text: text, problem: problem) }

        guard let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") else { throw wrong("has no port") }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else {
            throw wrong("has a port that is not a number from 0 to 65535")
        }
        var host = String(text[..<colon])
        let bracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if bracketed { host = String(host.dropFirst().dropLast()) }
        if host == "localhost" { host = "127.0.0.1" }

        // `host` is a C string for the length of the call, and the function only reads it.
        let version = host.contains("\0") ? 0 : unsafe fanfare_ip_version(host)
        switch (version, bracketed) {
        case (4, false), (6, true): break
        case (6, false): throw wrong("has an IPv6 address without brackets")
        case _ where host.isEmpty: throw wrong("has no IP address")
        default: throw wrong("does not begin with an IP address or localhost")
        }
        self.host = host
        self.port = port
        isIPv6 = version == 6
    }
}

extension ListenAddress: CustomStringConvertible {
    var description: String {
        isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
