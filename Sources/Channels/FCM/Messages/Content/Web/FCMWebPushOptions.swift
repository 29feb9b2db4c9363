public import FanfareCore

/// Options for browsers: the member `fcm_options` of `webpush`.
public struct FCMWebPushOptions: Hashable, Sendable {
    /// Where opening the notification leads; it begins with `https://`.
    public var link: String?
    /// What the message is counted under: 1 to 50 of the characters a-z, A-Z, 0-9 and -_.~%.
    public var analyticsLabel: String?
    /// Members that have no property here.
    public var additional: [String: JSONValue] = [:]

    /// Creates options of which none is set.
    public init() {}
}

extension FCMWebPushOptions: FCMBlock {
    static let fields: [FCMField<FCMWebPushOptions>] = [
        .value("link", \.link, .secureLink),
        .value("analytics_label", \.analyticsLabel, .analyticsLabel),
    ]
}
