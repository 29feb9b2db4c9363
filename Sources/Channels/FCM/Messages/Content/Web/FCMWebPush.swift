public import FanfareCore

/// What is for browsers only: the member `webpush`.
public struct FCMWebPush: Hashable, Sendable {
    /// Headers of the web push protocol (RFC 8030), such as `Urgency`. `TTL` is filled in where it is not set.
    public var headers: [String: String] = [:]
    /// The application's own data, in place of the message's.
    public var data: [String: String] = [:]
    /// The properties of the browser's notification (WHATWG, "Notifications API"). `tag` is filled in where it is not set.
    public var notification: [String: JSONValue] = [:]
    /// Options.
    public var options = FCMWebPushOptions()
    /// Members that have no property here.
    public var additional: [String: JSONValue] = [:]

    /// Creates a block in which nothing is set.
    public init() {}
}

extension FCMWebPush: FCMBlock {
    static let fields: [FCMField<FCMWebPush>] = [
        .map("headers", \.headers, .headers),
        .map("data", \.data, .data),
        .map("notification", \.notification, .object),
        .block("fcm_options", \.options),
    ]
}
