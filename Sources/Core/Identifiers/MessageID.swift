public import FoundationEssentials

/// Names one message.
public struct MessageID: Identifier {
    /// The UUIDv7 behind the name.
    public let rawValue: UUID

    /// Names the message that has this UUID.
    public init(rawValue: UUID) { self.rawValue = rawValue }
}
