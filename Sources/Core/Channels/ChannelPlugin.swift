/// How a channel is plugged into a host: what its configuration looks like, how it is built, and how a notification
/// type that is declared in the configuration becomes its message.
///
/// A host knows no channel by name; it is given a list of these.
public protocol ChannelPlugin: Sendable {
    /// What the channel's section of the configuration comes to.
    associatedtype Settings: Sendable
    /// The channel it builds.
    associatedtype PluggedChannel: Channel

    /// The channel's name: also the key of its section in `channels`, and of its block in a notification type.
    var id: ChannelID { get }

    /// The names a notification type may reach the channel by in its `via`: by default the channel's own.
    var ways: [ChannelID] { get }

    /// Reads the channel's section. What is wrong is recorded in the section; what is returned then is not used.
    ///
    /// - Parameters:
    ///   - section: The section; the keys every channel has (`retry`, `preview`) are read by the host.
    ///   - isPreview: Whether nothing will be sent, so that credentials are optional.
    func settings(from section: ConfigurationSection, isPreview: Bool) -> Settings

    /// Builds the channel. Opens nothing yet.
    ///
    /// - Throws: What makes the settings unusable, without secrets.
    func channel(with settings: Settings, in environment: PluginEnvironment) throws -> PluggedChannel

    /// Reads the block that a notification type has for the channel, recording what is wrong with it.
    ///
    /// Placeholders are still in place. A plug-in that accepts any key reads the block's keys with
    /// ``ConfigurationSection/json(_:)``.
    func checkTemplate(_ block: ConfigurationSection)

    /// Turns a notification type, filled in for one notification, into the channel's message.
    ///
    /// - Throws: What makes it no message of this channel; the caller of the API is told.
    func message(from template: FilledTemplate) throws -> PluggedChannel.Message

    /// Turns a filled-in notification type into the channel's message where the settings have a say in it, such as how a
    /// mail looks: by default they have none.
    ///
    /// - Throws: What makes it no message of this channel; the caller of the API is told.
    func message(from template: FilledTemplate, with settings: Settings) throws -> PluggedChannel.Message

    /// Shows a message without sending it, for `fanfare preview`: by default as JSON.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - address: Whom it is for; nil for nobody in particular.
    ///   - settings: What the channel's section came to.
    /// - Throws: What makes it a message that could not be sent.
    func preview(
        _ message: PluggedChannel.Message,
        to address: String?,
        with settings: Settings
    ) throws -> ChannelPreview

    /// Tries the settings against the provider as far as one gets without sending anything.
    ///
    /// - Returns: One finding for each credential or server tried.
    func check(_ settings: Settings, in environment: PluginEnvironment) async -> [CheckFinding]
}

extension ChannelPlugin {
    /// The channel's own name.
    public var ways: [ChannelID] { [id] }

    /// A channel without a block of its own: every key is unknown.
    public func checkTemplate(_ block: ConfigurationSection) {}

    /// The same whatever the settings are.
    public func message(from template: FilledTemplate, with settings: Settings) throws -> PluggedChannel.Message {
        try message(from: template)
    }

    /// The message as JSON.
    public func preview(
        _ message: PluggedChannel.Message,
        to address: String?,
        with settings: Settings
    ) throws -> ChannelPreview {
        let text = try JSONParser(.json).parse(Array(Payload(encoding: message).json)).indentedText
        let file = ChannelPreview.File(
            name: "\(id.rawValue).json",
            mediaType: "application/json",
            content: Array("\(text)\n".utf8)
        )
        return ChannelPreview(text: text, files: [file])
    }

    /// Nothing to try.
    public func check(_ settings: Settings, in environment: PluginEnvironment) async -> [CheckFinding] { [] }
}
