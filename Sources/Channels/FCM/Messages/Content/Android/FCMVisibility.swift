/// What of a notification a locked screen shows: the member `visibility`. The set is open.
public struct FCMVisibility: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The value of the member.
    public let rawValue: String

    /// Names a visibility.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a visibility.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// That there is one, and not what it says.
    public static let `private`: FCMVisibility = "PRIVATE"
    /// All of it.
    public static let `public`: FCMVisibility = "PUBLIC"
    /// Nothing.
    public static let secret: FCMVisibility = "SECRET"
}
