import FanfareCore

/// Plugs the record channel into a host: `record: { file: "sent.log" }`.
struct RecordPlugin: ChannelPlugin {
    let id: ChannelID = "record"

    func settings(from section: ConfigurationSection, isPreview: Bool) -> String {
        section.require("file")
        return section.file("file") ?? ""
    }

    func channel(with settings: String, in environment: PluginEnvironment) throws -> RecordChannel {
        try RecordChannel(path: settings)
    }

    func message(from template: FilledTemplate) -> RecordMessage { RecordMessage(text: template.body ?? "") }
}
