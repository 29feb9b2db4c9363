/// Where one delivery goes: a registered device, or a direct address such as a mailbox.
public struct Route: Hashable, Codable, Sendable {
    /// The channel that can go there.
    public var channel: ChannelID
    /// The token or address, in the form the provider wants. Private: never log it whole.
    public var address: String
    /// The provider environment the token belongs to, if known.
    public var environment: DeviceEnvironment?
    /// The application the token belongs to, where there are several.
    public var appID: String?
    /// The registered device, if it is one.
    public var device: DeviceID?

    /// Creates a route.
    public init(
        channel: ChannelID,
        address: String,
        environment: DeviceEnvironment? = nil,
        appID: String? = nil,
        device: DeviceID? = nil
    ) {
        self.channel = channel
        self.address = address
        self.environment = environment
        self.appID = appID
        self.device = device
    }
}

extension Route: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The channel and a shortened address.
    public var description: String { "\(channel.rawValue):\(address.shortened)" }

    /// The channel and a shortened address.
    public var debugDescription: String { description }

    /// Shows no more than the description, so that no dump does.
    public var customMirror: Mirror { Mirror(self, children: ["route": description]) }
}
