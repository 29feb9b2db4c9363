public import FanfareCore
import FanfarePush

extension APNsPlugin {
    /// Reads the block, which is added to the `aps` dictionary and may have any keys. Values of known keys must be of their
    /// kind; those with placeholders are checked when they are filled in.
    public func checkTemplate(_ block: ConfigurationSection) {
        for key in block.keys {
            // The keys of a Live Activity belong together, and its time is always filled in.
            guard let value = block.json(key), key != "event", !value.hasPlaceholder else { continue }
            if key == "aps" {
                block.fault(at: key, "is the dictionary this block is added to", remedy: "leave out this level")
                continue
            }
            var message = APNsMessage()
            do throws(APNsMessageError) {
                try message.merge(aps: [key: value], readsTexts: true)
            } catch {
                let steps = error.field.split(separator: ".").dropFirst().map { ConfigurationPath.Step.key(String($0)) }
                block.fault(at: ConfigurationPath(steps), error.problem)
            }
        }
    }

    /// A neutral push with the block added to its `aps` dictionary. With nothing to see or hear it is a background push.
    ///
    /// - Throws: ``APNsMessageError`` for a value of the block that is not of its kind.
    public func message(from template: FilledTemplate) throws -> APNsMessage {
        var message = APNsMessage(
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
        try message.merge(aps: template.block, readsTexts: true)
        if template.image != nil, message.alert != nil, message.mutableContent == nil { message.mutableContent = true }
        return message
    }
}

extension JSONValue {
    /// Whether a text anywhere inside is to be filled in.
    fileprivate var hasPlaceholder: Bool {
        switch self {
        case .string(let text): text.contains("{{")
        case .array(let elements): elements.contains(where: \.hasPlaceholder)
        case .object(let members): members.values.contains(where: \.hasPlaceholder)
        case .null, .bool, .number: false
        }
    }
}
