/// The name of a channel. Channel modules extend it with their own names.
public struct ChannelID: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
    /// The name as stored and as used in configuration, HTTP calls and metrics.
    public let rawValue: String

    /// Names a channel.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a channel.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
