public import FanfareCore

/// Plugs APNs into a host: its section `apns`, its part in `via: ["push"]`, and the block `apns` of a notification type.
public struct APNsPlugin: ChannelPlugin {
    /// `ChannelID.apns`.
    public let id = ChannelID.apns

    /// By its own name, and together with the other push services.
    public let ways: [ChannelID] = ["push", .apns]

    /// Creates the plug-in.
    public init() {}

    /// Reads the section, the key files included.
    public func settings(from section: ConfigurationSection, isPreview: Bool) -> APNsConfiguration {
        APNsConfiguration(from: section, isPreview: isPreview)
    }

    /// Builds the channel. Connects to nothing yet.
    ///
    /// - Throws: What makes the settings unusable, without secrets.
    public func channel(
        with settings: APNsConfiguration,
        in environment: PluginEnvironment
    ) throws -> APNsChannel {
        try APNsChannel(settings, clock: environment.clock)
    }
}
