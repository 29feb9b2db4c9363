public import FanfareCore

/// Options of a message or of its Android block: the member `fcm_options`.
public struct FCMOptions: Hashable, Sendable {
    /// What the message is counted under: 1 to 50 of the characters a-z, A-Z, 0-9 and -_.~%.
    public var analyticsLabel: String?
    /// Members that have no property here.
    public var additional: [String: JSONValue] = [:]

    /// Creates options of which none is set.
    public init() {}
}

extension FCMOptions: FCMBlock {
    static let fields: [FCMField<FCMOptions>] = [.value("analytics_label", \.analyticsLabel, .analyticsLabel)]
}
