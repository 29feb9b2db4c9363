/// An app installation that registered a token.
public struct Device: Hashable, Codable, Sendable, Identifiable {
    /// Names the device for as long as it is registered, across token changes.
    public var id: DeviceID
    /// Whose token it is.
    public var platform: Platform
    /// The application, where there are several; empty for the only one.
    public var appID: String
    /// The token, in the form the provider wants.
    public var token: String
    /// The provider environment the token belongs to, if known.
    public var environment: DeviceEnvironment?
    /// The installation's own persistent id.
    public var deviceKey: String?
    /// Who is signed in; nil after a sign-out.
    public var user: RecipientID?
    /// Whether the operating system lets the app show notifications, if known.
    public var authorized: Bool?
    /// The language and region to write in, such as `tr-TR` (BCP 47).
    public var locale: String?
    /// The time zone's name, such as `Europe/Istanbul` (IANA).
    public var timeZone: String?
    /// The hardware, such as `iPhone17,2`.
    public var model: String?
    /// The operating system's version.
    public var osVersion: String?
    /// The app's version.
    public var appVersion: String?
    /// When it was last registered.
    public var registeredAt: Timestamp
    /// When it was set aside because its provider refused the token; nil while it is in use.
    public var invalidatedAt: Timestamp?
    /// Why it was set aside.
    public var invalidReason: String?
    /// When it was first registered.
    public var createdAt: Timestamp

    /// Creates a device's record.
    public init(
        id: DeviceID,
        platform: Platform,
        appID: String = "",
        token: String,
        environment: DeviceEnvironment? = nil,
        deviceKey: String? = nil,
        user: RecipientID? = nil,
        authorized: Bool? = nil,
        locale: String? = nil,
        timeZone: String? = nil,
        model: String? = nil,
        osVersion: String? = nil,
        appVersion: String? = nil,
        registeredAt: Timestamp,
        invalidatedAt: Timestamp? = nil,
        invalidReason: String? = nil,
        createdAt: Timestamp
    ) {
        self.id = id
        self.platform = platform
        self.appID = appID
        self.token = token
        self.environment = environment
        self.deviceKey = deviceKey
        self.user = user
        self.authorized = authorized
        self.locale = locale
        self.timeZone = timeZone
        self.model = model
        self.osVersion = osVersion
        self.appVersion = appVersion
        self.registeredAt = registeredAt
        self.invalidatedAt = invalidatedAt
        self.invalidReason = invalidReason
        self.createdAt = createdAt
    }
}

extension Device {
    /// The route a channel takes to this device.
    package func route(on channel: ChannelID) -> Route {
        Route(
            channel: channel,
            address: token,
            environment: environment,
            appID: appID.isEmpty ? nil : appID,
            device: id
        )
    }
}

extension Device: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The platform and a shortened token.
    public var description: String { "\(platform.rawValue):\(token.shortened) (\(id))" }

    /// The platform and a shortened token.
    public var debugDescription: String { description }

    /// Shows no more than the description, so that no dump does.
    public var customMirror: Mirror { Mirror(self, children: ["device": description]) }
}
