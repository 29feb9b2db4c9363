public import FanfareCore
import FanfarePush

/// Stored messages outlive versions: what is missing has its default, what is not known is left alone.
///
/// The stored form holds the message as it goes out, but for what each delivery adds. A `PushEnvelope`, which `via .push`
/// stores, is read as the message it stands for.
extension FCMMessage: JSONRepresentable {
    /// Reads a message.
    ///
    /// - Throws: `DecodingError` or ``FCMMessageError`` if a value is not of its kind.
    public init(json: JSONValue) throws {
        let members = try json.members()
        if let envelope = try PushEnvelope(ifPresentIn: members) {
            self.init(envelope.push)
            return
        }
        var reader = FCMReader()
        self.init(message: try members.read("message", \.object) ?? [:], &reader)
        try reader.finish()
        collapseKey = try members.read("collapseKey", \.string)
        timeToLive = try members.read("timeToLive") { $0.string.flatMap { Duration(fcmText: $0) } }
        priority = try members.read("priority", \.string).flatMap { Priority($0) }
    }

    /// What is there.
    public var json: JSONValue {
        var members: [String: JSONValue] = [:]
        let message = message
        if !message.isEmpty { members["message"] = .object(message) }
        members["collapseKey"] = collapseKey.map { .string($0) }
        members["timeToLive"] = timeToLive.map { .string($0.fcmText) }
        members["priority"] = priority.map { .string($0.description) }
        return .object(members)
    }
}

extension FCMMessage {
    /// The members of the message as they go out, the target included.
    var message: [String: JSONValue] {
        var members = wire
        if let (name, value) = target?.member { members[name] = .string(value) }
        return members
    }

    /// Reads the members of a message; what is wrong is noted.
    init(message members: [String: JSONValue], _ reader: inout FCMReader) {
        var rest = members
        var targets: [FCMTarget] = []
        for name in FCMTarget.memberNames {
            guard let value = rest.removeValue(forKey: name), !value.isNull else { continue }
            reader.inside(name) { reader in
                if let text = reader.value(value, of: .text), let target = FCMTarget(member: name, value: text) {
                    targets.append(target)
                }
                if targets.count > 1 { reader.note("is a second target; a message has one") }
            }
        }
        self.init(rest, &reader)
        target = targets.first
    }
}
