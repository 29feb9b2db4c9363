/// How much a notification may disturb: the key `interruption-level`. The set is open.
public struct APNsInterruptionLevel: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The value of the key.
    public let rawValue: String

    /// Names a level.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a level.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// Goes to the list without lighting the screen.
    public static let passive: APNsInterruptionLevel = "passive"
    /// Lights the screen and may sound; the system's default.
    public static let active: APNsInterruptionLevel = "active"
    /// Breaks through a focus and the scheduled summary; the app needs the capability.
    public static let timeSensitive: APNsInterruptionLevel = "time-sensitive"
    /// Sounds even when the device is muted; the app needs an entitlement from Apple.
    public static let critical: APNsInterruptionLevel = "critical"
}
