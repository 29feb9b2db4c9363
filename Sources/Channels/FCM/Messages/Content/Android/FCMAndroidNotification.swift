public import FanfareCore

/// What the user of an Android device sees: the member `notification` of `android`.
///
/// What is not set here is taken from the message's ``FCMMessage/notification``.
public struct FCMAndroidNotification: Hashable, Sendable {
    /// The headline.
    public var title: String?
    /// The text.
    public var body: String?
    /// The name of a drawable of the app.
    public var icon: String?
    /// The icon's color, as `#RRGGBB`.
    public var color: String?
    /// The name of a sound of the app, or `default` for the system's. Since Android 8 the channel decides.
    public var sound: String?
    /// What newer notifications replace this one by. Without one the collapse key counts, else the notification's id.
    public var tag: String?
    /// What opening it starts: the action of an intent filter of the app.
    public var clickAction: String?
    /// The text, by its key in the app's strings.
    public var bodyKey: String?
    /// What is put into the places of ``bodyKey``.
    public var bodyArguments: [String]?
    /// The headline, by its key in the app's strings.
    public var titleKey: String?
    /// What is put into the places of ``titleKey``.
    public var titleArguments: [String]?
    /// The notification channel. If the app has none of this name, its default one.
    public var channelID: String?
    /// The address of a picture of at most 1 MB.
    public var image: String?
    /// What is read out to users of accessibility services.
    public var ticker: String?
    /// Whether it stays when the user opens it.
    public var isSticky: Bool?
    /// When what it tells of happened, for sorting.
    public var eventTime: Timestamp?
    /// Whether it stays on this device and is not mirrored, to a watch for example.
    public var isLocalOnly: Bool?
    /// How much it may disturb, on versions without channels.
    public var priority: FCMNotificationPriority?
    /// How it vibrates: how long off, how long on, and so on.
    public var vibrateTimings: [Duration]?
    /// Whether it vibrates as the system does by default.
    public var usesDefaultVibration: Bool?
    /// Whether it sounds as the system does by default.
    public var usesDefaultSound: Bool?
    /// How the device's light blinks.
    public var light = FCMLightSettings()
    /// Whether the light blinks as the system's does by default.
    public var usesDefaultLight: Bool?
    /// What of it a locked screen shows.
    public var visibility: FCMVisibility?
    /// How many things it stands for; some launchers show the number on the app's icon.
    public var count: Int?
    /// Whether Android may show it in the app's place without waking the app.
    public var proxy: FCMProxy?
    /// Members that have no property here.
    public var additional: [String: JSONValue] = [:]

    /// Creates a notification of which nothing is set.
    public init() {}
}
