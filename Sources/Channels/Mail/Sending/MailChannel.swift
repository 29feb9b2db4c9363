public import FanfareCore
internal import FanfareCurl
import Synchronization

/// Delivers by e-mail: one mail to one mailbox for each delivery, through the first configured server that works.
///
/// What a server's refusal means stands in one table. A mailbox is set aside only when a server says with an enhanced status
/// code that it does not exist. When a server falls silent after the whole message, the mail may have been taken: the
/// configuration says whether it is sent again, under the same Message-ID and three times at most, or fails.
public final class MailChannel: Channel {
    /// What it carries.
    public typealias Message = MailMessage

    /// The channel's name.
    public let id: ChannelID = .mail

    let configuration: MailConfiguration
    let clock: any WallClock
    let relays: [MailRelay]
    let rotation: Mutex<ServerRotation>
    private let signer: DKIMSigner?

    /// Makes a channel. The key is read; nothing is connected before the first delivery.
    ///
    /// - Parameters:
    ///   - configuration: What it has to know.
    ///   - clock: The time.
    /// - Throws: ``MailConfigurationError`` if a part of it cannot be used.
    public convenience init(_ configuration: MailConfiguration, clock: any WallClock = SystemClock()) throws {
        try self.init(configuration, clock: clock) { _ in CurlTransport(configuration) }
    }

    /// - Parameter transport: Makes what carries mail to a server.
    init(
        _ configuration: MailConfiguration,
        clock: any WallClock,
        transport: (MailServer) -> any MailTransport
    ) throws {
        try configuration.check()
        let hello = configuration.helloName()
        self.configuration = configuration
        self.clock = clock
        signer = try configuration.dkim?.signer()
        relays = configuration.servers.map { server in
            MailRelay(server: server, address: server.smtpServer(hello: hello), transport: transport(server))
        }
        rotation = Mutex(ServerRotation(relays.count, rateLimit: configuration.rateLimit))
    }

    /// Some more than there are connections, so that none of them waits for the next mail.
    public var capacity: Int { configuration.connections * 8 }

    /// Devices of the platform `mail`, and the mailboxes that a recipient's routing names.
    public var reach: ChannelReach { .devices("mail") }

    /// One mail address, with a name or without.
    ///
    /// - Throws: ``MailAddressError``.
    public func address(from text: String) throws -> String { try MailAddress(text).text }

    /// A second copy shows. How many there may be is the configuration's to say.
    public var idempotency: Idempotency { .copies(atMost: configuration.uncertain == .retry ? 3 : 1) }

    /// Checks a message, its addresses, header fields and size included.
    ///
    /// - Throws: ``MailMessageError`` if it cannot be sent.
    public func validate(_ message: MailMessage) throws { _ = try prepare(message) }

    /// Encodes a message.
    ///
    /// - Throws: ``MailMessageError`` if it cannot be sent.
    public func prepare(_ message: MailMessage) throws -> PreparedMail {
        try PreparedMail(message, from: configuration.sender, signing: signer)
    }

    /// Delivers one message, encoding it first.
    public func deliver(
        _ message: MailMessage,
        to route: Route,
        context: DeliveryContext
    ) async throws -> DeliveryOutcome {
        try await deliver(prepared: prepare(message), to: route, context: context)
    }

    /// The open connections to each server.
    public var connections: [OpenConnections] {
        relays.map { OpenConnections(to: $0.server.description, count: $0.transport.openConnections) }
    }

    /// Ends what is under way, and closes all connections.
    public func shutdown() async {
        for relay in relays { await relay.transport.shutdown() }
    }
}
