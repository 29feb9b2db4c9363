public import FanfareCore

/// Plugs mail into a host: its section `mail`, its part in `via: ["mail"]`, and the block `mail` of a notification type.
public struct MailPlugin: ChannelPlugin {
    /// `ChannelID.mail`.
    public let id = ChannelID.mail

    /// Creates the plug-in.
    public init() {}

    /// Reads the section, its keys and certificates included.
    public func settings(from section: ConfigurationSection, isPreview: Bool) -> MailConfiguration {
        MailConfiguration(from: section, isPreview: isPreview)
    }

    /// Builds the channel. Connects to nothing yet.
    ///
    /// - Throws: ``MailConfigurationError``, without secrets.
    public func channel(with settings: MailConfiguration, in environment: PluginEnvironment) throws -> MailChannel {
        try MailChannel(settings, clock: environment.clock)
    }

    /// Reads the block: `subject`, `text`, `html`, `replyTo`, `headers` and `unsubscribe`. Addresses with placeholders are
    /// checked when they are filled in.
    public func checkTemplate(_ block: ConfigurationSection) { MailTemplate.check(block) }

    /// The block's subject and text or HTML; without these, what the type itself says, in the standard layout.
    ///
    /// - Throws: ``MailContentError`` if that comes to no mail, ``MailAddressError`` for an address that is none.
    public func message(from template: FilledTemplate) throws -> MailMessage {
        try MailTemplate(brand: MailBrand(), phrases: .english).message(from: template)
    }

    /// The same in the colours and the language of the settings.
    ///
    /// - Throws: ``MailContentError`` if it comes to no mail, ``MailAddressError`` for an address that is none.
    public func message(from template: FilledTemplate, with settings: MailConfiguration) throws -> MailMessage {
        try MailTemplate(brand: settings.brand, phrases: settings.phrases).message(from: template)
    }

    /// Shows the header's main fields and the text, and the HTML as a page that has its pictures within.
    ///
    /// - Throws: ``MailAddressError`` if the address is none.
    public func preview(
        _ message: MailMessage,
        to address: String?,
        with settings: MailConfiguration
    ) throws -> ChannelPreview {
        let recipient = try address.map { address throws(MailAddressError) in try MailAddress(address) }
        return MailPreview(message, from: settings.sender, to: recipient).preview
    }

    /// Tries every server: connects, sets up TLS and logs in.
    public func check(_ settings: MailConfiguration, in environment: PluginEnvironment) async -> [CheckFinding] {
        let transport = CurlTransport(settings)
        let findings = await MailCheck(configuration: settings, transport: transport).findings()
        await transport.shutdown()
        return findings
    }
}
