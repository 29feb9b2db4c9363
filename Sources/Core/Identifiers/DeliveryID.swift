public import FoundationEssentials

/// Names one delivery.
public struct DeliveryID: Identifier {
    /// The UUIDv7 behind the name.
    public let rawValue: UUID

    /// Names the delivery that has this UUID.
    public init(rawValue: UUID) { self.rawValue = rawValue }
}
