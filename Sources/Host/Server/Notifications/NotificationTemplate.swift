import FanfareCore
internal import FoundationEssentials

/// A notification type that is declared in a configuration file.
struct NotificationTemplate: Sendable {
    /// A name of `via` and the configured channels behind it.
    struct Way: Sendable {
        let name: ChannelID
        let channels: [ConfiguredChannel]
    }

    /// What a type can say, beside `data` and the channels' blocks.
    enum Field: String, CaseIterable {
        case title, subtitle, body, image, link, sound, thread
    }

    let type: NotificationType
    let category: Category
    let ways: [Way]
    let fields: [Field: Template]
    let badge: TemplateValue?
    let data: TemplateValue
    let collapseKey: Template?
    let expiresIn: Duration?
    let priority: Priority?
    /// The blocks, by channel.
    let blocks: [ChannelID: TemplateValue]
}

extension NotificationTemplate {
    /// The type as a host can be asked for it.
    var hostNotification: HostNotification { HostNotification(type: type) { data in try triggered(with: data) } }

    /// Fills in the data of one call.
    ///
    /// - Throws: ``TriggerError`` at the value that is missing or does not fit.
    func triggered(with values: JSONValue) throws(TriggerError) -> TriggeredNotification {
        let filled = try self.filled(with: values)
        var ways: [NotificationDraft.Way] = []
        for way in self.ways {
            var renderings: [Rendering] = []
            for channel in way.channels {
                var template = filled
                template.block = try blocks[channel.id]?.filled(with: values, keepingTypes: false).object ?? [:]
                // Once for all recipients: nothing of it depends on them.
                let payload = Result { [template] in try channel.payload(template) }
                renderings.append(Rendering(channel: channel.id) { _ in try payload.get() })
            }
            ways.append(NotificationDraft.Way(name: way.name, renderings: renderings))
        }
        let summary = NotificationSummary(
            title: filled.title,
            body: filled.body,
            link: filled.link,
            data: filled.data.isEmpty ? nil : Payload(json: Data(JSONValue.object(filled.data).compactBytes))
        )
        return TriggeredNotification(
            draft: NotificationDraft(
                type: type,
                category: category,
                ways: { [ways] _ in ways },
                summary: { _ in summary }
            ),
            expiresIn: expiresIn,
            priority: priority,
            collapseKey: try collapseKey?.filled(with: values)
        )
    }

    private func filled(with values: JSONValue) throws(TriggerError) -> FilledTemplate {
        func text(_ field: Field) throws(TriggerError) -> String? { try fields[field]?.filled(with: values) }
        return FilledTemplate(
            type: type,
            title: try text(.title),
            subtitle: try text(.subtitle),
            body: try text(.body),
            image: try text(.image),
            link: try text(.link),
            badge: try badge(with: values),
            sound: try text(.sound),
            thread: try text(.thread),
            data: try data.filled(with: values, keepingTypes: true).object ?? [:]
        )
    }

    private func badge(with values: JSONValue) throws(TriggerError) -> Int? {
        guard let value = try badge?.filled(with: values, keepingTypes: true) else { return nil }
        guard let number = value.number?.int ?? value.string.flatMap({ Int($0) }), number >= 0 else {
            throw TriggerError("the badge of \(type.rawValue) comes to \(value.kind) that is no whole number from 0")
        }
        return number
    }
}
