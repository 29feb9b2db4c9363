/// What a push notification says, whatever service carries it.
public struct PushMessage: Hashable, Codable, Sendable {
    /// The headline.
    public var title: String?
    /// The text.
    public var body: String?

    /// Creates a message.
    public init(title: String? = nil, body: String? = nil) {
        self.title = title
        self.body = body
    }
}
