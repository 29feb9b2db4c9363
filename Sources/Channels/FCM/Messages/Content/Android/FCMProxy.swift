/// Whether Android may show a notification in the app's place: the member `proxy`. The set is open.
public struct FCMProxy: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The value of the member.
    public let rawValue: String

    /// Names a behaviour.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a behaviour.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// It may.
    public static let allow: FCMProxy = "ALLOW"
    /// It may not.
    public static let deny: FCMProxy = "DENY"
    /// It may if Android has lowered the priority of the message.
    public static let ifPriorityLowered: FCMProxy = "IF_PRIORITY_LOWERED"
}
