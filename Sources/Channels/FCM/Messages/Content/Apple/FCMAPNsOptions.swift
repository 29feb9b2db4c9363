public import FanfareCore

/// Options for Apple's systems: the member `fcm_options` of `apns`.
public struct FCMAPNsOptions: Hashable, Sendable {
    /// What the message is counted under: 1 to 50 of the characters a-z, A-Z, 0-9 and -_.~%.
    public var analyticsLabel: String?
    /// The address of a picture, in place of the notification's.
    public var image: String?
    /// Members that have no property here.
    public var additional: [String: JSONValue] = [:]

    /// Creates options of which none is set.
    public init() {}
}

extension FCMAPNsOptions: FCMBlock {
    static let fields: [FCMField<FCMAPNsOptions>] = [
        .value("analytics_label", \.analyticsLabel, .analyticsLabel),
        .value("image", \.image, .text),
    ]
}
