/// What a registration came to.
public struct RegisteredDevice: Hashable, Sendable {
    /// The device that holds the token now.
    public let id: DeviceID
    /// Whether anything but the registration time changed.
    public let changed: Bool

    /// Creates the result of a registration.
    public init(id: DeviceID, changed: Bool) {
        self.id = id
        self.changed = changed
    }
}

extension Device {
    /// Whether a registration changed anything but the registration time.
    package func differs(from earlier: Device?) -> Bool {
        guard var earlier else { return true }
        earlier.registeredAt = registeredAt
        return self != earlier
    }
}
