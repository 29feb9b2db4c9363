/// A device to set aside because its provider says the token is gone, guarded against tokens that live again.
public struct RouteRemoval: Hashable, Sendable {
    /// What must be true of the device for it to be set aside. The set is closed.
    public enum Guard: Hashable, Sendable {
        /// It was registered before this time, the provider's.
        case registeredBefore(Timestamp)
        /// It was not registered again since this registration, the one that was used.
        case registeredAt(Timestamp)
    }

    /// The device.
    public let device: DeviceID
    /// The token that was refused; a device that has another by now is left alone.
    public let token: String
    /// What must be true of the device.
    public let condition: Guard
    /// Why it is set aside.
    public let reason: String

    /// Creates a removal.
    public init(device: DeviceID, token: String, condition: Guard, reason: String) {
        self.device = device
        self.token = token
        self.condition = condition
        self.reason = reason
    }

    /// Whether the removal applies to the device as it is now.
    package func applies(to device: Device) -> Bool {
        guard device.token == token, device.invalidatedAt == nil else { return false }
        return switch condition {
        case .registeredBefore(let time): device.registeredAt < time
        case .registeredAt(let time): device.registeredAt == time
        }
    }
}

extension RouteRemoval: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The device, its shortened token and the reason.
    public var description: String { "\(device) (\(token.shortened)): \(reason)" }

    /// The device, its shortened token and the reason.
    public var debugDescription: String { description }

    /// Shows no more than the description, so that no dump does.
    public var customMirror: Mirror { Mirror(self, children: ["removal": description]) }
}
