public import FanfareCore

/// What the user sees, on every system: the member `notification`.
public struct FCMNotification: Hashable, Sendable {
    /// The headline.
    public var title: String?
    /// The text.
    public var body: String?
    /// The address of a picture of at most 1 MB. On Apple's systems the app's notification service extension has to load it.
    public var image: String?
    /// Members that have no property here.
    public var additional: [String: JSONValue] = [:]

    /// Creates a notification.
    public init(title: String? = nil, body: String? = nil, image: String? = nil) {
        self.title = title
        self.body = body
        self.image = image
    }
}

extension FCMNotification: FCMBlock {
    init() { self.init(title: nil) }

    static let fields: [FCMField<FCMNotification>] = [
        .value("title", \.title, .text),
        .value("body", \.body, .text),
        .value("image", \.image, .text),
    ]
}
