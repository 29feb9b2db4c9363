public import FanfareCore

/// The texts of a notification: the key `alert`.
///
/// Each text is either written out or taken from the app's own strings; an empty text is not the same as none.
public struct APNsAlert: Hashable, Sendable {
    /// The headline.
    public var title: String?
    /// The line below the headline.
    public var subtitle: String?
    /// The text.
    public var body: String?
    /// The headline, from the app's strings.
    public var localizedTitle: APNsLocalization?
    /// The line below the headline, from the app's strings.
    public var localizedSubtitle: APNsLocalization?
    /// The text, from the app's strings.
    public var localizedBody: APNsLocalization?
    /// The name of the launch image or storyboard shown when the user opens the app by it.
    public var launchImage: String?
    /// Keys of the alert that have no property here, such as `summary-arg`.
    public var additional: [String: JSONValue]

    /// Creates an alert.
    public init(
        title: String? = nil,
        subtitle: String? = nil,
        body: String? = nil,
        localizedTitle: APNsLocalization? = nil,
        localizedSubtitle: APNsLocalization? = nil,
        localizedBody: APNsLocalization? = nil,
        launchImage: String? = nil,
        additional: [String: JSONValue] = [:]
    ) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.localizedTitle = localizedTitle
        self.localizedSubtitle = localizedSubtitle
        self.localizedBody = localizedBody
        self.launchImage = launchImage
        self.additional = additional
    }
}
