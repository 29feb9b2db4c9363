public import FoundationEssentials

/// Names one device.
public struct DeviceID: Identifier {
    /// The UUIDv7 behind the name.
    public let rawValue: UUID

    /// Names the device that has this UUID.
    public init(rawValue: UUID) { self.rawValue = rawValue }
}
