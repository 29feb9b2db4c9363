public import FanfareCore

/// A push by APNs: everything the `aps` dictionary can hold, the application's own data beside it, and the headers.
///
/// ```swift
/// var message = APNsMessage.alert(title: "Order #7 shipped", body: "Arriving tomorrow.")
/// message.badge = 0
/// message.data["link"] = "/orders/7"
/// ```
///
/// What Apple adds later fits in without a new release: keys of `aps` in ``additional``, headers in ``headers``, push
/// types in ``APNsPushType``.
public struct APNsMessage: Hashable, Sendable {
    /// The texts.
    public var alert: APNsAlert?
    /// The number on the app's icon; zero removes it, nil leaves it as it is.
    public var badge: Int?
    /// The sound.
    public var sound: APNsSound?
    /// What it is grouped by.
    public var threadID: String?
    /// The kind of notification as the app registered it: it decides which buttons there are.
    public var category: String?
    /// How much it may disturb.
    public var interruptionLevel: APNsInterruptionLevel?
    /// How it ranks among the app's notifications, from 0 to 1; among its Live Activities by any number.
    public var relevanceScore: Double?
    /// What the app's focus filter decides by whether it is shown.
    public var filterCriteria: String?
    /// Whether the app is woken in the background. A background push always says so.
    public var contentAvailable: Bool?
    /// Whether the app's notification service extension may change it before it is shown.
    public var mutableContent: Bool?
    /// The window or scene that is brought forward.
    public var targetContentID: String?
    /// The values for the places in a website's URL, for Safari.
    public var urlArguments: [String]?
    /// What happens to a Live Activity.
    public var liveActivity: APNsLiveActivity?
    /// Whether widgets or controls have something new to show.
    public var contentChanged: Bool?
    /// Keys of the `aps` dictionary that have no property here.
    public var additional: [String: JSONValue] = [:]

    /// The application's own data, beside `aps`.
    public var data: [String: JSONValue]

    /// What the push is to the system. Without one the content decides: a Live Activity if there is one, an alert if there
    /// is anything to see or hear, else a background push.
    public var pushType: APNsPushType?
    /// The topic, in place of the credential's with the push type's suffix.
    public var topic: String?
    /// How much it may cost the device. Without one the notification's priority counts: high and normal are
    /// ``APNsPriority/immediate``, bulk is ``APNsPriority/conserving``.
    public var priority: APNsPriority?
    /// What newer pushes replace this one by, at most 64 bytes of visible ASCII. Without one the notification's collapse
    /// key counts; alerts without either have their notification's id.
    public var collapseID: String?
    /// How long APNs keeps it. Without one the notification's expiry counts.
    public var expiration: APNsExpiration?
    /// Headers that have no property here, by their names in lower case.
    public var headers: [String: String] = [:]

    /// Creates a message of what is most often wanted; the rest are properties.
    public init(
        alert: APNsAlert? = nil,
        badge: Int? = nil,
        sound: APNsSound? = nil,
        threadID: String? = nil,
        category: String? = nil,
        data: [String: JSONValue] = [:],
        pushType: APNsPushType? = nil
    ) {
        self.alert = alert
        self.badge = badge
        self.sound = sound
        self.threadID = threadID
        self.category = category
        self.data = data
        self.pushType = pushType
    }
}

extension APNsMessage {
    /// The push type as it goes out.
    var resolvedPushType: APNsPushType {
        if let pushType { return pushType }
        if liveActivity != nil { return .liveActivity }
        return isPerceptible ? .alert : .background
    }

    /// Whether there is anything to see or hear.
    var isPerceptible: Bool { alert != nil || badge != nil || sound != nil }
}
