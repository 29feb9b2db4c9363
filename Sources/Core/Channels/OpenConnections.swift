/// How many connections a channel has open to a server.
public struct OpenConnections: Hashable, Sendable {
    /// The server's name, and its port if it is not the usual one.
    public let host: String
    /// How many there are.
    public let count: Int

    /// Creates a count.
    public init(to host: String, count: Int) {
        self.host = host
        self.count = count
    }
}
