import FanfareCore

/// Stored messages outlive versions: what is missing has its default, what is not known is left alone.
extension PushMessage: Codable {
    private enum CodingKeys: String, CodingKey {
        case title, subtitle, body, link, image, badge, sound, data, category, thread, collapseKey
        case timeToLive = "timeToLiveMilliseconds"
        case priority
        case isSilent = "silent"
    }

    /// Reads a message.
    ///
    /// - Throws: `DecodingError` if a value is not of its kind.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? { try container.decodeIfPresent(String.self, forKey: key) }
        self.init(
            title: try text(.title),
            subtitle: try text(.subtitle),
            body: try text(.body),
            link: try text(.link),
            image: try text(.image),
            badge: try container.decodeIfPresent(Int.self, forKey: .badge),
            sound: try text(.sound),
            data: try container.decodeIfPresent([String: JSONValue].self, forKey: .data) ?? [:],
            category: try text(.category),
            thread: try text(.thread),
            collapseKey: try text(.collapseKey),
            timeToLive: try container.decodeIfPresent(Int64.self, forKey: .timeToLive).map { .milliseconds($0) },
            priority: try text(.priority).flatMap { Priority($0) },
            isSilent: try container.decodeIfPresent(Bool.self, forKey: .isSilent) ?? false
        )
    }

    /// Writes what is there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encodeIfPresent(subtitle, forKey: .subtitle)
        try container.encodeIfPresent(body, forKey: .body)
        try container.encodeIfPresent(link, forKey: .link)
        try container.encodeIfPresent(image, forKey: .image)
        try container.encodeIfPresent(badge, forKey: .badge)
        try container.encodeIfPresent(sound, forKey: .sound)
        if !data.isEmpty { try container.encode(data, forKey: .data) }
        try container.encodeIfPresent(category, forKey: .category)
        try container.encodeIfPresent(thread, forKey: .thread)
        try container.encodeIfPresent(collapseKey, forKey: .collapseKey)
        try container.encodeIfPresent(timeToLive?.wholeMilliseconds, forKey: .timeToLive)
        try container.encodeIfPresent(priority?.description, forKey: .priority)
        if isSilent { try container.encode(isSilent, forKey: .isSilent) }
    }
}

extension Duration {
    /// Rounded up, so that a short time never becomes none.
    fileprivate var wholeMilliseconds: Int64 {
        let (quotient, remainder) = wholeMicroseconds.quotientAndRemainder(dividingBy: 1000)
        return remainder > 0 ? quotient + 1 : quotient
    }
}
