public import FanfareCore
internal import FanfareHTTP2
internal import FanfarePush
import Synchronization

/// Delivers by Firebase Cloud Messaging (HTTP v1).
///
/// Each app has its own service account, whose access token is fetched once and renewed before its life ends. Why a message
/// was refused, and what is done about it, stands in one table.
///
/// A device is set aside when FCM says `UNREGISTERED`, or that its token is malformed; never because of a status alone. A
/// token of another project fails its delivery and stays. When more than 20 % of the last 200 tokens are of another project or
/// malformed, the credential pauses until a message is accepted.
public final class FCMChannel: Channel {
    /// What it carries.
    public typealias Message = FCMMessage

    /// The channel's name.
    public let id: ChannelID = .fcm

    let configuration: FCMConfiguration
    let clock: any WallClock
    let transport: any FCMTransport
    let gateways: Gateways
    let memory = TargetMemory()
    let breakers = BadTokenBreakers()
    let rampUp: Mutex<RampUp>

    /// Makes a channel. Keys are read; nothing is connected before the first delivery.
    ///
    /// - Parameters:
    ///   - configuration: What it has to know.
    ///   - clock: The time.
    /// - Throws: ``FCMConfigurationError`` if an account, the server or the file of certificates cannot be used.
    public convenience init(
        _ configuration: FCMConfiguration,
        clock: any WallClock = SystemClock()
    ) throws(FCMConfigurationError) {
        try self.init(configuration, clock: clock, transport: NetworkTransport(configuration))
    }

    init(
        _ configuration: FCMConfiguration,
        clock: any WallClock,
        transport: some FCMTransport
    ) throws(FCMConfigurationError) {
        self.configuration = configuration
        self.clock = clock
        self.transport = transport
        self.gateways = try Gateways(configuration, clock: clock, transport: transport)
        self.rampUp = Mutex(RampUp(capacity: configuration.capacity, over: configuration.rampUp))
    }

    /// How many deliveries are under way at once: few at first, and all after a minute of sending.
    public var capacity: Int { rampUp.withLock { $0.limit(at: clock.now) } }

    /// A message with the same collapse key and tag replaces the one before it.
    public var idempotency: Idempotency { .replaces }

    /// Checks a message, its size in bytes included.
    ///
    /// - Throws: ``FCMMessageError`` if FCM would refuse it.
    public func validate(_ message: FCMMessage) throws { try message.validate() }

    /// Encodes a message.
    ///
    /// - Throws: ``FCMMessageError`` if FCM would refuse it.
    public func prepare(_ message: FCMMessage) throws -> PreparedFCMMessage { try PreparedFCMMessage(message) }

    /// The credential of the route's app; apart for devices that Firebase was found to need another service for, Apple's or
    /// a browser's.
    public func credential(for route: Route) -> CredentialID {
        guard let gateway = gateways[app: route.appID] else { return .missing }
        return memory.isThirdParty(route.address) ? gateway.thirdPartyCredential : gateway.credential
    }

    /// Delivers one message, encoding it first.
    public func deliver(
        _ message: FCMMessage,
        to route: Route,
        context: DeliveryContext
    ) async throws -> DeliveryOutcome {
        try await deliver(prepared: prepare(message), to: route, context: context)
    }

    /// The open connections to FCM and to the token endpoints.
    public var connections: [OpenConnections] { gateways.connections }

    /// The thread of its connections.
    public var executor: (any TaskExecutor)? { transport.executor }

    /// Lets what is under way finish, and closes all connections.
    public func shutdown() async { await transport.shutdown() }
}

extension CredentialID {
    /// Stands for the credential that an app should have and has not. One for all such apps, because their names are not
    /// ours to put into metrics.
    fileprivate static let missing: CredentialID = "missing"
}
