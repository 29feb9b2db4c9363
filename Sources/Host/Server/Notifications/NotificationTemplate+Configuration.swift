import FanfareCore

extension NotificationTemplate {
    /// Reads a notification type; faults are noted in its section.
    ///
    /// - Parameters:
    ///   - type: The type's name.
    ///   - section: What the file says about it.
    ///   - plugins: All channels there could be; each may have a block, also when it is not configured.
    ///   - channels: The channels that are configured.
    init(
        _ type: NotificationType,
        from section: ConfigurationSection,
        _ plugins: PluginSet,
        _ channels: [ConfiguredChannel]
    ) {
        self.type = type
        category = Category(rawValue: section.string("category", default: Category.transactional.rawValue))
        ways = Self.ways(from: section, plugins, channels)
        fields = Dictionary(
            Field.allCases.compactMap { field in section.template(field.rawValue).map { (field, $0) } },
            uniquingKeysWith: { $1 }
        )
        badge = Self.badge(from: section)
        data = section.isPresent("data") ? section.section("data").templates : .object([:])
        collapseKey = section.template("collapseKey")
        expiresIn = section.duration("expiresIn", in: .zero ... .seconds(365 * 86_400))
        priority = Self.priority(from: section)
        blocks = Self.blocks(from: section, plugins)
    }

    private static func ways(
        from section: ConfigurationSection,
        _ plugins: PluginSet,
        _ channels: [ConfiguredChannel]
    ) -> [Way] {
        section.require("via")
        var ways: [Way] = []
        for (index, name) in (section.strings("via") ?? []).enumerated() {
            let place = ConfigurationPath([.key("via"), .index(index)])
            let name = ChannelID(rawValue: name)
            let behind = channels.filter { $0.ways.contains(name) }
            let possible = plugins.channels.filter { $0.ways.contains(name) }.map(\.id.rawValue)
            if ways.contains(where: { $0.name == name }) {
                section.fault(at: place, "\(JSONValue.string(name.rawValue).compactText) is there twice")
            } else if !behind.isEmpty {
                ways.append(Way(name: name, channels: behind))
            } else if !possible.isEmpty {
                let sections = possible.map { "channels.\($0)" }.joined(separator: " or ")
                let quoted = JSONValue.string(name.rawValue).compactText
                section.fault(at: place, "\(quoted) has no channel that is configured", remedy: "add \(sections)")
            } else {
                let known = Set(channels.flatMap(\.ways)).map { JSONValue.string($0.rawValue).compactText }.sorted()
                section.fault(
                    at: place,
                    "\(JSONValue.string(name.rawValue).compactText) is no channel",
                    remedy: "expected one of \(known.joined(separator: ", "))"
                )
            }
        }
        if section.json("via") == .array([]) {
            section.fault(at: "via", "found an empty list", remedy: "expected at least one channel")
        }
        return ways
    }

    private static func badge(from section: ConfigurationSection) -> TemplateValue? {
        guard let value = section.json("badge") else { return nil }
        if value.string != nil { return section.template("badge").map { .text($0) } }
        return section.integer("badge", in: 0...Int(Int32.max)).map { .constant(.number(JSONNumber($0))) }
    }

    private static func priority(from section: ConfigurationSection) -> Priority? {
        guard section.isPresent("priority"), let text = section.string("priority") else { return nil }
        if let priority = Priority(text) { return priority }
        let names = Priority.allCases.map { JSONValue.string($0.description).compactText }.joined(separator: ", ")
        section.fault(at: "priority", "is none of the priorities", remedy: "expected one of \(names)")
        return nil
    }

    private static func blocks(
        from section: ConfigurationSection,
        _ plugins: PluginSet
    ) -> [ChannelID: TemplateValue] {
        var blocks: [ChannelID: TemplateValue] = [:]
        for plugin in plugins.channels where section.isPresent(plugin.id.rawValue) {
            let block = section.section(plugin.id.rawValue)
            plugin.checkTemplate(block)
            // The block's keys stay as known as the plug-in made them: it is read here as a whole.
            guard case .object(let members)? = section.json(plugin.id.rawValue) else { continue }
            blocks[plugin.id] = block.templates(in: .object(members))
        }
        return blocks
    }
}

extension ConfigurationSection {
    /// A text with placeholders; a malformed one is a fault.
    fileprivate func template(_ key: String) -> Template? {
        guard let text = string(key) else { return nil }
        do throws(TemplateError) {
            return try Template(text)
        } catch {
            fault(at: key, error.description)
            return nil
        }
    }

    /// The section itself, any keys, with placeholders in its texts.
    fileprivate var templates: TemplateValue {
        templates(
            in: .object(
                Dictionary(keys.compactMap { key in json(key).map { (key, $0) } }, uniquingKeysWith: { $1 })
            )
        )
    }

    /// A value of this section with placeholders in its texts; a malformed one is a fault.
    fileprivate func templates(in value: JSONValue) -> TemplateValue {
        TemplateValue(value, under: "") { place, error in fault(at: place, error.description) }
    }
}
