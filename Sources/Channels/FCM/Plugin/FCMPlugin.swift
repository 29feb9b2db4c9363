public import FanfareCore

/// Plugs FCM into a host: its section `fcm`, its part in `via: ["push"]`, and the block `fcm` of a notification type.
public struct FCMPlugin: ChannelPlugin {
    /// `ChannelID.fcm`.
    public let id = ChannelID.fcm

    /// By its own name, and together with the other push services.
    public let ways: [ChannelID] = ["push", .fcm]

    /// Creates the plug-in.
    public init() {}

    /// Reads the section, the service accounts included.
    public func settings(from section: ConfigurationSection, isPreview: Bool) -> FCMConfiguration {
        FCMConfiguration(from: section, isPreview: isPreview)
    }

    /// Builds the channel. Connects to nothing yet.
    ///
    /// - Throws: What makes the settings unusable, without secrets.
    public func channel(
        with settings: FCMConfiguration,
        in environment: PluginEnvironment
    ) throws -> FCMChannel {
        try FCMChannel(settings, clock: environment.clock)
    }

    /// Reads the block, which is merged into the message and may have any key of FCM's. Values of known keys must be of
    /// their kind; those with placeholders are checked when they are filled in.
    public func checkTemplate(_ block: ConfigurationSection) { FCMTemplate.check(block) }

    /// A neutral push with the block merged into it. With nothing to see or hear it is a silent one.
    ///
    /// - Throws: ``FCMMessageError`` for a value of the block that is not of its kind.
    public func message(from template: FilledTemplate) throws -> FCMMessage { try FCMTemplate.message(from: template) }

    /// Tries every credential: fetches an access token, and has FCM check a message that it is not to send.
    public func check(_ settings: FCMConfiguration, in environment: PluginEnvironment) async -> [CheckFinding] {
        let transport = NetworkTransport(settings)
        let findings = await FCMCheck(configuration: settings, clock: environment.clock, transport: transport)
            .findings()
        await transport.shutdown()
        return findings
    }
}
