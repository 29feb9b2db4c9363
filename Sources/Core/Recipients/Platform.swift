/// What a device's token is a token of: a push service, or a team's own channel.
///
/// A channel reaches the devices whose platform has its own name unless it says otherwise.
public struct Platform: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
    /// The name as stored and as used in HTTP calls.
    public let rawValue: String

    /// Names a platform.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a platform.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// Apple Push Notification service.
    public static let apns: Platform = "apns"
    /// Firebase Cloud Messaging.
    public static let fcm: Platform = "fcm"
}
