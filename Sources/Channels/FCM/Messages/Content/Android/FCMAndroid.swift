public import FanfareCore

/// What is for Android only: the member `android`.
public struct FCMAndroid: Hashable, Sendable {
    /// What newer messages replace this one by while FCM keeps it; four such keys a device at most. FCM ignores it for
    /// messages that show something, which are told apart by ``FCMAndroidNotification/tag``. Without one the message's
    /// collapse key counts.
    public var collapseKey: String?
    /// How urgent it is. Without one the message's priority counts: see ``FCMAndroidPriority``.
    public var priority: FCMAndroidPriority?
    /// How long FCM keeps it for a device it cannot reach, up to ``FCMMessage/maximumTimeToLive``; zero means one try.
    /// Without one the message's time to live counts.
    public var timeToLive: Duration?
    /// The only app that may receive it, by its package name.
    public var restrictedPackageName: String?
    /// The application's own data, in place of the message's.
    public var data: [String: String] = [:]
    /// What the user sees, beside the message's ``FCMMessage/notification``.
    public var notification = FCMAndroidNotification()
    /// Options.
    public var options = FCMOptions()
    /// Whether the app gets it while the device is in direct boot mode, before the first unlock.
    public var directBootOK: Bool?
    /// Whether the app gets it over a connection with little bandwidth.
    public var bandwidthConstrainedOK: Bool?
    /// Whether the app gets it over a satellite.
    public var restrictedSatelliteOK: Bool?
    /// Members that have no property here.
    public var additional: [String: JSONValue] = [:]

    /// Creates a block in which nothing is set.
    public init() {}
}

extension FCMAndroid: FCMBlock {
    static let fields: [FCMField<FCMAndroid>] = [
        .value("collapse_key", \.collapseKey, .text),
        .value("priority", \.priority, .word(likeThose: .high)),
        .value("ttl", \.timeToLive, .timeToLive),
        .value("restricted_package_name", \.restrictedPackageName, .text),
        .map("data", \.data, .data),
        .block("notification", \.notification),
        .block("fcm_options", \.options),
        .value("direct_boot_ok", \.directBootOK, .flag),
        .value("bandwidth_constrained_ok", \.bandwidthConstrainedOK, .flag),
        .value("restricted_satellite_ok", \.restrictedSatelliteOK, .flag),
    ]
}
