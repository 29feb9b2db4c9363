public import FanfareCore

/// Stored messages outlive versions: what is missing has its default, what is not known is left alone.
extension PushMessage: JSONRepresentable {
    /// Reads a message.
    ///
    /// - Throws: `DecodingError` if a value is not of its kind.
    public init(json: JSONValue) throws {
        let members = try json.members()
        self.init(
            title: try members.read("title", \.string),
            subtitle: try members.read("subtitle", \.string),
            body: try members.read("body", \.string),
            link: try members.read("link", \.string),
            image: try members.read("image", \.string),
            badge: try members.read("badge", \.number?.int),
            sound: try members.read("sound", \.string),
            data: try members.read("data", \.object) ?? [:],
            category: try members.read("category", \.string),
            thread: try members.read("thread", \.string),
            collapseKey: try members.read("collapseKey", \.string),
            timeToLive: try members.read("timeToLiveMilliseconds", \.number?.int).map { .milliseconds($0) },
            priority: try members.read("priority", \.string).flatMap { Priority($0) },
            isSilent: try members.read("silent", \.bool) ?? false
        )
    }

    /// What is there.
    public var json: JSONValue {
        var members: [String: JSONValue] = [:]
        members["title"] = title.map { .string($0) }
        members["subtitle"] = subtitle.map { .string($0) }
        members["body"] = body.map { .string($0) }
        members["link"] = link.map { .string($0) }
        members["image"] = image.map { .string($0) }
        members["badge"] = badge.map { .number(JSONNumber($0)) }
        members["sound"] = sound.map { .string($0) }
        if !data.isEmpty { members["data"] = .object(data) }
        members["category"] = category.map { .string($0) }
        members["thread"] = thread.map { .string($0) }
        members["collapseKey"] = collapseKey.map { .string($0) }
        members["timeToLiveMilliseconds"] = timeToLive.map { .number(JSONNumber($0.wholeMilliseconds)) }
        members["priority"] = priority.map { .string($0.description) }
        if isSilent { members["silent"] = true }
        return .object(members)
    }
}

extension Duration {
    /// Rounded up, so that a short time never becomes none.
    fileprivate var wholeMilliseconds: Int64 {
        let (quotient, remainder) = wholeMicroseconds.quotientAndRemainder(dividingBy: 1000)
        return remainder > 0 ? quotient + 1 : quotient
    }
}
