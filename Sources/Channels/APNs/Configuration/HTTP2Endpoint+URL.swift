import FanfareHTTP2
internal import FoundationEssentials

extension HTTP2Endpoint {
    /// The server a URL names; nil if it is neither `https` nor `http`, or has a path or anything else beside host and port.
    init?(_ url: URL) {
        guard
            let scheme = url.scheme?.lowercased(), ["https", "http"].contains(scheme),
            let host = url.host(percentEncoded: false), !host.isEmpty,
            url.path() == "" || url.path() == "/", url.query() == nil, url.fragment() == nil, url.user() == nil
        else { return nil }
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        guard let port = UInt16(exactly: port), port > 0 else { return nil }
        self.init(host: host, port: port, isSecure: scheme == "https")
    }

    /// Whether the server is this machine, and no network lies between.
    var isLoopback: Bool {
        if host.lowercased() == "localhost" || host == "::1" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers.allSatisfy { $0 != nil } && numbers[0] == 127
    }
}
