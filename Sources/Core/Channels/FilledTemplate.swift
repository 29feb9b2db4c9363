/// A notification type from the configuration with the values of one notification filled in.
public struct FilledTemplate: Hashable, Sendable {
    /// The type's name.
    public var type: NotificationType
    /// The headline.
    public var title: String?
    /// The line below the headline.
    public var subtitle: String?
    /// The text.
    public var body: String?
    /// The address of a picture.
    public var image: String?
    /// Where opening it leads.
    public var link: String?
    /// The number on the app's icon.
    public var badge: Int?
    /// The sound to play.
    public var sound: String?
    /// What it is grouped by.
    public var thread: String?
    /// The application's own data.
    public var data: [String: JSONValue]
    /// The type's block for the channel that asks.
    public var block: [String: JSONValue]

    /// Creates a filled-in template.
    public init(
        type: NotificationType,
        title: String? = nil,
        subtitle: String? = nil,
        body: String? = nil,
        image: String? = nil,
        link: String? = nil,
        badge: Int? = nil,
        sound: String? = nil,
        thread: String? = nil,
        data: [String: JSONValue] = [:],
        block: [String: JSONValue] = [:]
    ) {
        self.type = type
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.image = image
        self.link = link
        self.badge = badge
        self.sound = sound
        self.thread = thread
        self.data = data
        self.block = block
    }
}
