/// What restoring a device into a store came to.
public struct RestoredDevice: Hashable, Sendable {
    /// The device that stands for it now: itself, or the one that has its device key or its token.
    public let id: DeviceID
    /// Whether it was stored now; otherwise the store had such a device, and left it as it was.
    public let isNew: Bool

    /// Creates the result of a restoration.
    public init(id: DeviceID, isNew: Bool) {
        self.id = id
        self.isNew = isNew
    }
}
