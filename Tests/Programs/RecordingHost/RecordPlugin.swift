import FanfareCore

/// Plugs the record channel into a host: `record: { file: "sent.log" }`.
struct RecordPlugin: ChannelPlugin {
    let id: ChannelID = "record"

    struct Settings: Sendable {
        var file: String
        var hold: Duration
    }

    func settings(from section: ConfigurationSection, isPreview: Bool) -> Settings {
        section.require("file")
        let hold = section.duration("hold", in: .zero ... .seconds(60)) ?? .zero
        return Settings(file: section.file("file") ?? "", hold: hold)
    }

    func channel(with settings: Settings, in environment: PluginEnvironment) throws -> RecordChannel {
        try RecordChannel(path: settings.file, hold: settings.hold)
    }

    func message(from template: FilledTemplate) -> RecordMessage { RecordMessage(text: template.body ?? "") }
}
