public import FanfareCore

/// What a notification says in the log.
public struct LogMessage: Hashable, Codable, Sendable {
    /// The headline.
    public var title: String?
    /// The text.
    public var body: String?
    /// Where opening it would lead.
    public var link: String?
    /// The application's own data.
    public var data: [String: JSONValue]?

    /// Creates a message.
    public init(
        title: String? = nil,
        body: String? = nil,
        link: String? = nil,
        data: [String: JSONValue]? = nil
    ) {
        self.title = title
        self.body = body
        self.link = link
        self.data = data
    }
}
