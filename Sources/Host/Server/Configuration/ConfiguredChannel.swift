import FanfareCore

/// A channel a configuration lists: its plug-in and the settings that were read for it, whatever their types.
struct ConfiguredChannel: Sendable {
    let id: ChannelID
    /// The names a notification type may reach it by.
    let ways: [ChannelID]
    /// How its deliveries are retried.
    let retry: RetryPolicy
    /// Whether what would be sent is written to the log instead.
    let isPreview: Bool
    /// Builds the channel. Throws what makes the settings unusable, without secrets.
    let build: @Sendable (PluginEnvironment) throws -> any Channel
    /// Renders a filled-in notification type. Throws what makes it no message of this channel.
    let payload: @Sendable (FilledTemplate) throws -> Payload
    /// Shows a message to an address, or to nobody in particular. Throws what makes it one that could not be sent.
    let preview: @Sendable (Payload, String?) throws -> ChannelPreview
    /// Tries the settings without sending anything.
    let check: @Sendable (PluginEnvironment) async -> [CheckFinding]

    /// Reads a channel's section.
    ///
    /// - Parameters:
    ///   - plugin: The channel's plug-in.
    ///   - section: The section; faults are noted there.
    ///   - retry: How deliveries are retried unless the section says otherwise.
    ///   - isPreview: Whether all channels are previews.
    init<Plugin: ChannelPlugin>(
        _ plugin: Plugin,
        from section: ConfigurationSection,
        retry: RetryPolicy,
        isPreview: Bool
    ) {
        let isPreview = section.bool("preview", default: false) || isPreview
        let settings = plugin.settings(from: section, isPreview: isPreview)
        id = plugin.id
        ways = plugin.ways
        self.retry = RetryPolicy(from: section.section("retry"), standard: retry)
        self.isPreview = isPreview
        build = { environment in
            let channel = try plugin.channel(with: settings, in: environment)
            return isPreview ? PreviewChannel(of: channel, to: environment.log) : channel
        }
        payload = { template in try Payload(encoding: plugin.message(from: template, with: settings)) }
        preview = { payload, address in
            let message = try payload.decoded(as: Plugin.PluggedChannel.Message.self)
            return try plugin.preview(message, to: address, with: settings)
        }
        check = { environment in await plugin.check(settings, in: environment) }
    }
}
