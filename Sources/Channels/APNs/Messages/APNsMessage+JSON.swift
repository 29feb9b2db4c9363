public import FanfareCore
import FanfarePush

/// Stored messages outlive versions: what is missing has its default, what is not known is left alone.
///
/// The stored form holds the `aps` dictionary as it goes out. A `PushEnvelope`, which `via .push` stores, is read as the
/// message it stands for.
extension APNsMessage: JSONRepresentable {
    /// Reads a message.
    ///
    /// - Throws: `DecodingError` or ``APNsMessageError`` if a value is not of its kind.
    public init(json: JSONValue) throws {
        let members = try json.members()
        if let envelope = try PushEnvelope(ifPresentIn: members) {
            self.init(envelope.push)
            return
        }
        self.init(data: try members.read("data", \.object) ?? [:])
        if let aps = try members.read("aps", \.object) { try merge(aps: aps) }
        pushType = try members.read("pushType", \.string).map(APNsPushType.init(rawValue:))
        topic = try members.read("topic", \.string)
        priority = try members.read("priority") { $0.number?.int.flatMap(APNsPriority.init(rawValue:)) }
        collapseID = try members.read("collapseID", \.string)
        expiration = try members.read("expiration", APNsExpiration.init(json:))
        headers = try members.read("headers", \.object)?.compactMapValues(\.string) ?? [:]
    }

    /// What is there.
    public var json: JSONValue {
        var members: [String: JSONValue] = [:]
        let aps = aps
        if !aps.isEmpty { members["aps"] = .object(aps) }
        if !data.isEmpty { members["data"] = .object(data) }
        members["pushType"] = pushType.map { .string($0.rawValue) }
        members["topic"] = topic.map { .string($0) }
        members["priority"] = priority.map { .number(JSONNumber($0.rawValue)) }
        members["collapseID"] = collapseID.map { .string($0) }
        members["expiration"] = expiration?.json
        if !headers.isEmpty { members["headers"] = .object(headers.mapValues { .string($0) }) }
        return .object(members)
    }
}

extension APNsExpiration {
    /// Reads the stored form: an object with one member, or with none for ``immediately``.
    fileprivate init?(json: JSONValue) {
        guard let members = json.object else { return nil }
        if let time = members["atMicroseconds"]?.number?.int {
            self = .at(Timestamp(microsecondsSinceEpoch: Int64(time)))
        } else if let duration = members["afterMicroseconds"]?.number?.int {
            self = .after(.microseconds(duration))
        } else {
            self = .immediately
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .immediately: [:]
        case .at(let time): ["atMicroseconds": .number(JSONNumber(time.microsecondsSinceEpoch))]
        case .after(let duration): ["afterMicroseconds": .number(JSONNumber(duration.wholeMicroseconds))]
        }
    }
}
