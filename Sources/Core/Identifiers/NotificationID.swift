public import FoundationEssentials

/// Names one notification.
public struct NotificationID: Identifier {
    /// The UUIDv7 behind the name.
    public let rawValue: UUID

    /// Names the notification that has this UUID.
    public init(rawValue: UUID) { self.rawValue = rawValue }
}
