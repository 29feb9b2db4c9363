/// What an app installation says about itself when it registers its token, or re-syncs.
public struct DeviceRegistration: Hashable, Sendable {
    /// Whose token it is.
    public var platform: Platform
    /// The application, where there are several; empty for the only one.
    public var appID: String
    /// The token, brought to its one stored form by ``DeviceToken``.
    public var token: DeviceToken
    /// The provider environment the token belongs to.
    public var environment: FieldUpdate<DeviceEnvironment>
    /// The installation's own persistent id.
    public var deviceKey: FieldUpdate<String>
    /// Who is signed in; `.clear` is a sign-out.
    public var user: FieldUpdate<RecipientID>
    /// Whether the operating system lets the app show notifications.
    public var authorized: FieldUpdate<Bool>
    /// The language and region to write in (BCP 47).
    public var locale: FieldUpdate<String>
    /// The time zone's name (IANA).
    public var timeZone: FieldUpdate<String>
    /// The hardware.
    public var model: FieldUpdate<String>
    /// The operating system's version.
    public var osVersion: FieldUpdate<String>
    /// The app's version.
    public var appVersion: FieldUpdate<String>

    /// Creates a registration; what is not given stays as it was.
    public init(
        _ token: DeviceToken,
        platform: Platform,
        appID: String = "",
        user: FieldUpdate<RecipientID> = .keep,
        environment: FieldUpdate<DeviceEnvironment> = .keep,
        deviceKey: FieldUpdate<String> = .keep,
        authorized: FieldUpdate<Bool> = .keep,
        locale: FieldUpdate<String> = .keep,
        timeZone: FieldUpdate<String> = .keep,
        model: FieldUpdate<String> = .keep,
        osVersion: FieldUpdate<String> = .keep,
        appVersion: FieldUpdate<String> = .keep
    ) {
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
    }

    /// The device's record after this registration.
    ///
    /// The one place where a registration's rules are written; every store applies it inside its own transaction.
    ///
    /// - Parameters:
    ///   - current: The record so far, or nil for a new device.
    ///   - id: The id a new device gets.
    ///   - now: The store's time.
    package func applied(to current: Device?, id: DeviceID, at now: Timestamp) -> Device {
        var device =
            current
            ?? Device(
                id: id,
                platform: platform,
                appID: appID,
                token: token.text,
                registeredAt: now,
                createdAt: now
            )
        // What was learned or refused belonged to the old token.
        if device.token != token.text, environment == .keep { device.environment = nil }
        device.token = token.text
        device.environment = environment.applied(to: device.environment)
        device.deviceKey = deviceKey.applied(to: device.deviceKey)
        device.user = user.applied(to: device.user)
        device.authorized = authorized.applied(to: device.authorized)
        device.locale = locale.applied(to: device.locale)
        device.timeZone = timeZone.applied(to: device.timeZone)
        device.model = model.applied(to: device.model)
        device.osVersion = osVersion.applied(to: device.osVersion)
        device.appVersion = appVersion.applied(to: device.appVersion)
        device.registeredAt = now
        device.invalidatedAt = nil
        device.invalidReason = nil
        return device
    }
}
