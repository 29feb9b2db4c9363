/// How much a notification may disturb on versions of Android without channels: the member `notification_priority`. The set
/// is open.
public struct FCMNotificationPriority: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The value of the member.
    public let rawValue: String

    /// Names a priority.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a priority.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// It is not shown before the user looks for it.
    public static let min: FCMNotificationPriority = "PRIORITY_MIN"
    /// It is shown small.
    public static let low: FCMNotificationPriority = "PRIORITY_LOW"
    /// What there is nothing to say about.
    public static let `default`: FCMNotificationPriority = "PRIORITY_DEFAULT"
    /// It is shown large.
    public static let high: FCMNotificationPriority = "PRIORITY_HIGH"
    /// It is urgent.
    public static let max: FCMNotificationPriority = "PRIORITY_MAX"
}
