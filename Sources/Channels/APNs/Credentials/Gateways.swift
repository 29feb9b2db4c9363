internal import FanfareCore
internal import FanfareHTTP2
internal import FanfareSigning

/// The gateways of all credentials in both environments.
///
/// Tokens are shared by all that use one key of one team, connections by those of them that go to one server: Apple binds a
/// connection to the team and the key of its first request.
struct Gateways: Sendable {
    private let production: Environment
    private let sandbox: Environment
    private let servers: [Server]

    /// The gateways of one environment.
    private struct Environment {
        let gateways: [CredentialID: Gateway]
        /// The one named `default`, at hand because most deliveries take it.
        let fallback: Gateway?

        init(_ gateways: [CredentialID: Gateway]) {
            self.gateways = gateways
            fallback = gateways[.default]
        }

        subscript(app appID: String?) -> Gateway? {
            let own = appID.flatMap {
                gateways[CredentialID(rawValue: "apns:" + $0)] ?? gateways[CredentialID(rawValue: $0)]
            }
            return own ?? fallback
        }
    }

    /// A server, and the connections to it, apart for each key.
    private struct Server {
        let endpoint: HTTP2Endpoint
        let connections: [PushConnections]
    }

    /// Reads the keys. Opens nothing.
    ///
    /// - Throws: ``APNsConfigurationError`` if a key or a server cannot be used; what the transport throws about its own
    ///   configuration.
    init(_ configuration: APNsConfiguration, clock: any WallClock, transport: some PushTransport) throws {
        var builder = Builder(clock: clock, configuration: configuration)
        var (production, sandbox): ([CredentialID: Gateway], [CredentialID: Gateway]) = ([:], [:])
        for (name, credential) in configuration.credentials {
            production[name] = try builder.gateway(name, credential, in: .production, over: transport)
            sandbox[name] = try builder.gateway(name, credential, in: .sandbox, over: transport)
        }
        self.production = Environment(production)
        self.sandbox = Environment(sandbox)
        servers = Dictionary(grouping: builder.pools, by: \.key.endpoint).map { endpoint, pools in
            Server(endpoint: endpoint, connections: pools.map(\.value))
        }
    }

    /// The gateway to an app's devices; nil if there is no credential for the app.
    ///
    /// An app's credential is looked up as `apns:APPID`, then `APPID`, then `default`.
    subscript(app appID: String?, environment: DeviceEnvironment) -> Gateway? {
        environment == .sandbox ? sandbox[app: appID] : production[app: appID]
    }

    /// The connections to each server.
    var connections: [OpenConnections] {
        servers.map { server in
            OpenConnections(to: server.endpoint.name, count: server.connections.reduce(0) { $0 + $1.count })
        }
        .sorted { $0.host < $1.host }
    }
}

extension Gateways {
    /// What is shared while gateways are made.
    private struct Builder {
        struct KeyName: Hashable {
            let teamID: String
            let keyID: String
        }

        struct PoolName: Hashable {
            let endpoint: HTTP2Endpoint
            let key: KeyName
        }

        let clock: any WallClock
        let configuration: APNsConfiguration
        private(set) var tokens: [KeyName: ProviderTokens] = [:]
        private(set) var pools: [PoolName: PushConnections] = [:]

        init(clock: any WallClock, configuration: APNsConfiguration) {
            self.clock = clock
            self.configuration = configuration
        }

        mutating func gateway(
            _ name: CredentialID,
            _ credential: APNsCredential,
            in environment: DeviceEnvironment,
            over transport: some PushTransport
        ) throws -> Gateway {
            let key = credential.key(for: environment)
            let keyName = KeyName(teamID: key.teamID, keyID: key.keyID)
            let isSandboxKey = environment == .sandbox && credential.sandboxKey != nil
            let field = "credentials.\(name.rawValue)\(isSandboxKey ? ".sandbox" : "")"
            let poolName = PoolName(endpoint: try configuration.endpoint(for: environment), key: keyName)
            // Each text of a key is read, so that a wrong one is found although the key is known already.
            let ownTokens = try Self.tokens(of: key, field: field, clock: clock)
            let tokens = tokens[keyName] ?? ownTokens
            let pool = try pools[poolName] ?? PushConnections(transport.pool(to: poolName.endpoint), clock: clock)
            self.tokens[keyName] = tokens
            pools[poolName] = pool
            return Gateway(
                name: name,
                environment: environment,
                topic: credential.topic(for: environment),
                tokens: tokens,
                connections: pool,
                clock: clock
            )
        }

        private static func tokens(
            of key: APNsKey,
            field: String,
            clock: any WallClock
        ) throws(APNsConfigurationError) -> ProviderTokens {
            do {
                let signingKey = try SigningKey(key.pem.reveal(), for: .es256)
                return ProviderTokens(key: signingKey, keyID: key.keyID, teamID: key.teamID, clock: clock)
            } catch {
                throw APNsConfigurationError(field, "cannot sign: \(error.description)")
            }
        }
    }
}
