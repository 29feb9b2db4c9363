import FanfareCore
import FanfarePush

/// The block `fcm` of a notification type in the configuration: a part of a message that is merged into the one its texts
/// make.
enum FCMTemplate {
    /// Reads the block. Placeholders are still in place: values with some are checked when they are filled in. Keys FCM does
    /// not know are faults, because it refuses a message for one of them.
    static func check(_ block: ConfigurationSection) {
        var members: [String: JSONValue] = [:]
        for key in block.keys {
            if FCMTarget.memberNames.contains(key) {
                block.fault(at: key, "is for the route to say", remedy: "leave out this key")
            } else {
                members[key] = block.json(key)?.withoutPlaceholders
            }
        }
        var reader = FCMReader(isTemplate: true)
        let message = FCMMessage(members, &reader)
        _ = message.checked(by: &reader)
        for fault in reader.faults {
            block.fault(at: ConfigurationPath(fault.steps.map { .key($0) }), fault.problem)
        }
    }

    /// A neutral push with the block merged into it. With nothing to see or hear it is a silent one.
    ///
    /// - Throws: ``FCMMessageError`` for a value of the block that is not of its kind.
    static func message(from template: FilledTemplate) throws(FCMMessageError) -> FCMMessage {
        let neutral = FCMMessage(
            PushMessage(
                title: template.title,
                subtitle: template.subtitle,
                body: template.body,
                link: template.link,
                image: template.image,
                badge: template.badge,
                sound: template.sound,
                data: template.data,
                thread: template.thread
            )
        )
        guard !template.block.isEmpty else { return neutral }
        var reader = FCMReader(readsTexts: true)
        let message = FCMMessage(neutral.wire.merged(with: template.block), &reader)
        try reader.finish()
        return message
    }
}

extension [String: JSONValue] {
    /// The members of both; objects that are in both are merged, of other values the second counts.
    fileprivate func merged(with other: [String: JSONValue]) -> [String: JSONValue] {
        merging(other) { mine, theirs in
            guard case .object(let inner) = mine, case .object(let otherInner) = theirs else { return theirs }
            return .object(inner.merged(with: otherInner))
        }
    }
}

extension JSONValue {
    /// What can be judged before placeholders are filled in; nil if that is nothing.
    fileprivate var withoutPlaceholders: JSONValue? {
        switch self {
        case .string(let text): text.contains("{{") ? nil : self
        case .object(let members): .object(members.compactMapValues(\.withoutPlaceholders))
        case .array(let elements):
            elements.allSatisfy { $0.withoutPlaceholders == $0 } ? self : nil
        case .null, .bool, .number: self
        }
    }
}
