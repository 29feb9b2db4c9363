public import FanfareCore
internal import FanfareHTTP2
internal import FanfarePush

/// Delivers by Apple's push service.
///
/// Each device is served at the host of its token's environment; a token without one at the host of the configured
/// environment and, if it is unknown there, once at the other host. Each app has its own topic, key and connections. Why a
/// delivery was refused, and what is done about it, stands in one table.
///
/// A token that APNs calls bad sets its device aside, but never many of them at a time: when more than 10 and more than 20 %
/// of the last 200 results are like that, deliveries fail and no device is set aside; once there are 200 results, the
/// credential pauses for that topic and environment until a push is accepted.
public final class APNsChannel: Channel {
    /// What it carries.
    public typealias Message = APNsMessage

    /// The channel's name.
    public let id: ChannelID = .apns

    /// How many deliveries are under way at once. Apple allows about a thousand requests at once on a connection.
    public let capacity: Int

    let configuration: APNsConfiguration
    let clock: any WallClock
    let transport: any PushTransport
    let gateways: Gateways
    let memory = TokenMemory()
    let breakers = BadTokenBreakers()

    /// Makes a channel. Keys are read; nothing is connected before the first delivery.
    ///
    /// - Parameters:
    ///   - configuration: What it has to know.
    ///   - clock: The time.
    /// - Throws: ``APNsConfigurationError`` if a key, a server or the file of certificates cannot be used.
    public convenience init(_ configuration: APNsConfiguration, clock: any WallClock = SystemClock()) throws {
        try self.init(configuration, clock: clock, transport: HTTP2Transport(configuration))
    }

    init(_ configuration: APNsConfiguration, clock: any WallClock, transport: some PushTransport) throws {
        self.configuration = configuration
        self.capacity = configuration.capacity
        self.clock = clock
        self.transport = transport
        self.gateways = try Gateways(configuration, clock: clock, transport: transport)
    }

    /// A push with the same collapse id replaces the one before it.
    public var idempotency: Idempotency { .replaces }

    /// Checks a message, its size in bytes included.
    ///
    /// - Throws: ``APNsMessageError`` if APNs would refuse it.
    public func validate(_ message: APNsMessage) throws { _ = try message.validatedBody() }

    /// Encodes a message.
    ///
    /// - Throws: ``APNsMessageError`` if APNs would refuse it.
    public func prepare(_ message: APNsMessage) throws -> PreparedPush { try PreparedPush(message) }

    /// The credential of the route's app, and its environment.
    public func credential(for route: Route) -> CredentialID {
        gateway(for: route)?.credential ?? .missing
    }

    /// The credential of the route's app, its environment, and the message's topic: what APNs may refuse apart from
    /// everything else.
    public func credential(for route: Route, carrying message: PreparedPush) -> CredentialID {
        gateway(for: route)?.credential(for: message) ?? .missing
    }

    /// Delivers one message, encoding it first.
    public func deliver(
        _ message: APNsMessage,
        to route: Route,
        context: DeliveryContext
    ) async throws -> DeliveryOutcome {
        try await deliver(prepared: prepare(message), to: route, context: context)
    }

    /// The open connections to each of Apple's hosts.
    public var connections: [OpenConnections] { gateways.connections }

    /// The thread of its connections.
    public var executor: (any TaskExecutor)? { transport.executor }

    /// Lets what is under way finish, and closes all connections.
    public func shutdown() async { await transport.shutdown() }
}

extension APNsChannel {
    /// The environment a token is first tried in.
    func likelyEnvironment(of route: Route) -> DeviceEnvironment {
        route.environment ?? memory.environment(of: route.address) ?? configuration.environment
    }

    private func gateway(for route: Route) -> Gateway? { gateways[app: route.appID, likelyEnvironment(of: route)] }
}

extension CredentialID {
    /// Stands for the credential that an app should have and has not. One for all such apps, because their names are not
    /// ours to put into metrics.
    fileprivate static let missing: CredentialID = "missing"
}
