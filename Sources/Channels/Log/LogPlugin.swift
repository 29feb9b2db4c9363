public import FanfareCore

/// Plugs the log channel into a host. Its section of the configuration is empty: `log: {}`.
public struct LogPlugin: ChannelPlugin {
    /// The log has nothing to set.
    public struct Settings: Sendable {}

    /// `ChannelID.log`.
    public let id = ChannelID.log

    /// Creates the plug-in.
    public init() {}

    /// Reads nothing.
    public func settings(from section: ConfigurationSection, isPreview: Bool) -> Settings { Settings() }

    /// Builds a channel that writes to the host's log.
    public func channel(with settings: Settings, in environment: PluginEnvironment) -> LogChannel {
        LogChannel(to: environment.log)
    }

    /// Title, text, link and data as they are.
    public func message(from template: FilledTemplate) -> LogMessage {
        LogMessage(
            title: template.title,
            body: template.body,
            link: template.link,
            data: template.data.isEmpty ? nil : template.data
        )
    }
}
