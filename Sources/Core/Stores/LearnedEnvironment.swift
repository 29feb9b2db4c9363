/// Which environment a device's token turned out to belong to.
public struct LearnedEnvironment: Hashable, Sendable {
    /// The device.
    public let device: DeviceID
    /// The token that was used; a device that has another by now learns nothing.
    public let token: String
    /// Where the token belongs.
    public let environment: DeviceEnvironment

    /// Creates what was learned.
    public init(device: DeviceID, token: String, environment: DeviceEnvironment) {
        self.device = device
        self.token = token
        self.environment = environment
    }

    /// Whether it tells something new about the device as it is now: what an application says itself is never overruled.
    package func applies(to device: Device) -> Bool { device.token == token && device.environment == nil }
}

extension LearnedEnvironment: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The device, its shortened token and the environment.
    public var description: String { "\(device) (\(token.shortened)): \(environment.rawValue)" }

    /// The device, its shortened token and the environment.
    public var debugDescription: String { description }

    /// Shows no more than the description, so that no dump does.
    public var customMirror: Mirror { Mirror(self, children: ["learned": description]) }
}
