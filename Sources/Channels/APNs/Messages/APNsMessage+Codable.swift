internal import FanfareCore
import FanfarePush

/// Stored messages outlive versions: what is missing has its default, what is not known is left alone.
///
/// The stored form holds the `aps` dictionary as it goes out. A `PushEnvelope`, which `via .push` stores, is read as the
/// message it stands for.
extension APNsMessage: Codable {
    private enum CodingKeys: String, CodingKey {
        case push, aps, data, pushType, topic, priority, collapseID, expiration, headers
    }

    /// Reads a message.
    ///
    /// - Throws: `DecodingError` or ``APNsMessageError`` if a value is not of its kind.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let push = try container.decodeIfPresent(PushMessage.self, forKey: .push) {
            self.init(push)
            return
        }
        self.init(data: try container.decodeIfPresent([String: JSONValue].self, forKey: .data) ?? [:])
        try merge(aps: container.decodeIfPresent([String: JSONValue].self, forKey: .aps) ?? [:])
        pushType = try container.decodeIfPresent(APNsPushType.self, forKey: .pushType)
        topic = try container.decodeIfPresent(String.self, forKey: .topic)
        priority = try container.decodeIfPresent(APNsPriority.self, forKey: .priority)
        collapseID = try container.decodeIfPresent(String.self, forKey: .collapseID)
        expiration = try container.decodeIfPresent(APNsExpiration.self, forKey: .expiration)
        headers = try container.decodeIfPresent([String: String].self, forKey: .headers) ?? [:]
    }

    /// Writes what is there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let aps = aps
        if !aps.isEmpty { try container.encode(aps, forKey: .aps) }
        if !data.isEmpty { try container.encode(data, forKey: .data) }
        try container.encodeIfPresent(pushType, forKey: .pushType)
        try container.encodeIfPresent(topic, forKey: .topic)
        try container.encodeIfPresent(priority, forKey: .priority)
        try container.encodeIfPresent(collapseID, forKey: .collapseID)
        try container.encodeIfPresent(expiration, forKey: .expiration)
        if !headers.isEmpty { try container.encode(headers, forKey: .headers) }
    }
}
