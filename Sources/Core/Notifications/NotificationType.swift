/// The stable name of a kind of notification, such as `order.shipped`.
public struct NotificationType: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
    /// The name as stored and as used in configuration and HTTP calls.
    public let rawValue: String

    /// Names a kind of notification.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a kind of notification.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
