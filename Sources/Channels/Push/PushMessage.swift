public import FanfareCore

/// What a push notification says, whatever service carries it.
///
/// Every channel of `via .push` makes its own message of it. Where a service has no place for something, such as a
/// badge on Android, it is left out there.
///
/// ```swift
/// PushMessage(title: "Order #7 shipped", body: "Arriving tomorrow. Tap to track.", link: "/orders/7")
/// ```
///
/// A message that shows, sounds and counts nothing is a silent one: it wakes the app in the background to fetch what
/// is new, if the operating system lets it.
public struct PushMessage: Hashable, Sendable {
    /// The headline.
    public var title: String?
    /// The line below the headline.
    public var subtitle: String?
    /// The text.
    public var body: String?
    /// Where opening it leads. The app finds it as `link` in what it receives.
    public var link: String?
    /// The address of a picture. On Apple's systems the app's notification service extension has to load it.
    public var image: String?
    /// The number on the app's icon; zero removes it, nil leaves it as it is.
    public var badge: Int?
    /// The name of the sound to play; `default` is the system's.
    public var sound: String?
    /// The application's own data.
    ///
    /// APNs carries any JSON; FCM carries texts only: other values are written as their JSON, and `null` is left out.
    /// `link` and `image` take the place of data with these names.
    public var data: [String: JSONValue]
    /// The kind of notification as the app knows it: it decides which buttons there are, or which channel it is shown
    /// in.
    public var category: String?
    /// What it is grouped by in the list of notifications.
    public var thread: String?
    /// What newer messages replace this one by. Without one, the key given to `notify` counts; without either, each
    /// notification is replaced by copies of itself only.
    public var collapseKey: String?
    /// How long the service keeps the message for a device it cannot reach, counted from when it is handed over; zero
    /// means one try. Without one, the expiry given to `notify` counts; without either, the service's own rule.
    public var timeToLive: Duration?
    /// How urgently the service brings it to the device. Without one, the priority given to `notify` counts.
    public var priority: Priority?
    /// Whether it must show nothing. A message that is silent and has a title, a text, a badge or a sound is refused
    /// where the service does not allow that.
    public var isSilent: Bool

    /// Creates a message.
    public init(
        title: String? = nil,
        subtitle: String? = nil,
        body: String? = nil,
        link: String? = nil,
        image: String? = nil,
        badge: Int? = nil,
        sound: String? = nil,
        data: [String: JSONValue] = [:],
        category: String? = nil,
        thread: String? = nil,
        collapseKey: String? = nil,
        timeToLive: Duration? = nil,
        priority: Priority? = nil,
        isSilent: Bool = false
    ) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.link = link
        self.image = image
        self.badge = badge
        self.sound = sound
        self.data = data
        self.category = category
        self.thread = thread
        self.collapseKey = collapseKey
        self.timeToLive = timeToLive
        self.priority = priority
        self.isSilent = isSilent
    }

    /// Creates a message that shows nothing and wakes the app to work with `data`.
    public static func silent(data: [String: JSONValue] = [:], collapseKey: String? = nil) -> PushMessage {
        PushMessage(data: data, collapseKey: collapseKey, isSilent: true)
    }
}
