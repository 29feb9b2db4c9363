/// Names one connection among all that a process ever opens.
public struct HTTP2ConnectionID: RawRepresentable, Hashable, Sendable {
    /// Its number.
    public let rawValue: UInt64

    /// Names a connection.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}
