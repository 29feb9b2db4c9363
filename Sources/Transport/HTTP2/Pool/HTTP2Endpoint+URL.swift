package import FoundationEssentials

extension HTTP2Endpoint {
    /// The server a URL names; nil if it is neither `https` nor `http`, or has a path or anything else beside host and port.
    package init?(_ url: URL) {
        guard url.path() == "" || url.path() == "/", url.query() == nil else { return nil }
        self.init(of: url)
    }

    /// The server of a URL, whatever its path and query are; nil if it is neither `https` nor `http`, or names a user or a
    /// fragment.
    package init?(of url: URL) {
        guard
            let scheme = url.scheme?.lowercased(), ["https", "http"].contains(scheme),
            let host = url.host(percentEncoded: false), !host.isEmpty, url.fragment() == nil, url.user() == nil
        else { return nil }
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        guard let port = UInt16(exactly: port), port > 0 else { return nil }
        self.init(host: host, port: port, isSecure: scheme == "https")
    }

    /// Whether the server is this machine, and no network lies between.
    package var isLoopback: Bool {
        if host.lowercased() == "localhost" || host == "::1" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers.allSatisfy { $0 != nil } && numbers[0] == 127
    }

    /// Its name for people: the host, and the port if it is not that of `https`.
    package var name: String { port == 443 ? host : "\(host):\(port)" }
}
