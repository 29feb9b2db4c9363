public import FanfareCore

/// What is for Apple's systems only: the member `apns`.
///
/// What APNs has to know beside the payload is a header by its APNs name in lower case. `apns-priority`, `apns-expiration`,
/// `apns-collapse-id` and `apns-push-type` are filled in where they are not set.
public struct FCMAPNs: Hashable, Sendable {
    /// APNs headers.
    public var headers: [String: String] = [:]
    /// The payload: `aps`, and the application's own keys beside it. The message's ``FCMMessage/notification`` and
    /// ``FCMMessage/data`` are in it without being repeated here.
    public var payload: [String: JSONValue] = [:]
    /// Options.
    public var options = FCMAPNsOptions()
    /// The token of the Live Activity it is for.
    public var liveActivityToken: String?
    /// Members that have no property here.
    public var additional: [String: JSONValue] = [:]

    /// Creates a block in which nothing is set.
    public init() {}

    /// The `aps` dictionary of the payload; setting an empty one takes it out.
    public var aps: [String: JSONValue] {
        get { payload["aps"]?.object ?? [:] }
        set { payload["aps"] = newValue.isEmpty ? nil : .object(newValue) }
    }
}

extension FCMAPNs: FCMBlock {
    static let fields: [FCMField<FCMAPNs>] = [
        .map("headers", \.headers, .headers),
        .map("payload", \.payload, .object),
        .block("fcm_options", \.options),
        .value("live_activity_token", \.liveActivityToken, .text),
    ]

    func checkTogether(_ reader: inout FCMReader) {
        if let aps = payload["aps"], aps.object == nil {
            reader.inside("payload", "aps") { $0.note("is \(aps.kind); expected an object") }
        }
        for key in headers.keys.sorted() where key != key.lowercased() {
            reader.inside("headers", key) { $0.note("is not in lower case") }
        }
    }
}

extension FCMAPNs {
    /// Whether the payload has anything to see or hear.
    var isPerceptible: Bool { ["alert", "badge", "sound"].contains { aps[$0] != nil } }
}
