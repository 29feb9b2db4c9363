/// How a notification reads in a list, whatever channels it travels by: kept in the record of notifications.
public struct NotificationSummary: Hashable, Codable, Sendable {
    /// The headline.
    public var title: String?
    /// The text below the headline.
    public var body: String?
    /// Where opening it leads.
    public var link: String?
    /// The application's own data, as JSON.
    public var data: Payload?

    /// Creates a summary.
    public init(title: String? = nil, body: String? = nil, link: String? = nil, data: Payload? = nil) {
        self.title = title
        self.body = body
        self.link = link
        self.data = data
    }
}
