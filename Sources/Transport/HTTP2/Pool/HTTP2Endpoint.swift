/// The server a pool connects to.
public struct HTTP2Endpoint: Hashable, Sendable {
    /// The host's name or address.
    public let host: String
    /// The port.
    public let port: UInt16
    /// Whether TLS is spoken. Without it HTTP/2 is spoken right away, with prior knowledge (RFC 9113, 3.3).
    public let isSecure: Bool

    /// Names a server.
    public init(host: String, port: UInt16, isSecure: Bool = true) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
    }
}
