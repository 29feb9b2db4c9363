import FanfareCore
import FanfareTesting

@testable import FanfareHost

struct PagerMessage: Codable, Hashable {
    var text: String
    var html: String?
    var data: [String: JSONValue] = [:]
}

struct TooLong: Error {}

/// A team's own channel: it needs a key, and delivers to devices of the platform `pager`.
final class PagerPlugin: ChannelPlugin {
    struct Settings: Sendable {
        var key: Secret<String>?
    }

    let id: ChannelID = "pager"
    let ways: [ChannelID] = ["pager", "push"]
    /// Answers attempts.
    let script = Watched<RecordingChannel<PagerMessage>.Script>({ _ in .sent() })
    /// What `check` finds.
    let findings = Watched<[CheckFinding]>([])
    /// The channels it has built, one for each reading of the configuration.
    let channels = Watched<[RecordingChannel<PagerMessage>]>([])

    func settings(from section: ConfigurationSection, isPreview: Bool) -> Settings {
        if !isPreview { section.require("key") }
        return Settings(key: section.secret("key"))
    }

    func channel(with settings: Settings, in environment: PluginEnvironment) throws -> RecordingChannel<PagerMessage> {
        if settings.key?.reveal() == "unusable" { throw NotSent(DeliveryReason("bad-key")) }
        let channel = RecordingChannel(
            id: id,
            of: PagerMessage.self,
            validation: { if $0.text.count > 100 { throw TooLong() } },
            script: { [script] attempt in try await script.value(attempt) }
        )
        channels.update { $0.append(channel) }
        return channel
    }

    func checkTemplate(_ block: ConfigurationSection) {
        _ = block.string("html")
        _ = block.json("parts")
    }

    func message(from template: FilledTemplate) -> PagerMessage {
        PagerMessage(text: template.title ?? "", html: template.block["html"]?.string, data: template.data)
    }

    func check(_ settings: Settings, in environment: PluginEnvironment) async -> [CheckFinding] { findings.value }
}

/// The log channel under its own name, without what makes up its lines.
struct LogOnlyPlugin: ChannelPlugin {
    let id: ChannelID = "log"

    func settings(from section: ConfigurationSection, isPreview: Bool) -> Bool { isPreview }

    func channel(with settings: Bool, in environment: PluginEnvironment) -> RecordingChannel<PagerMessage> {
        RecordingChannel(id: id, of: PagerMessage.self, reach: .everyDevice) { _ in .sent() }
    }

    func message(from template: FilledTemplate) -> PagerMessage { PagerMessage(text: template.title ?? "") }
}
