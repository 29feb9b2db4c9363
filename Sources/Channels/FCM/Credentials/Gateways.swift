internal import FanfareCore
internal import FanfareHTTP2
internal import FanfareSigning

/// The gateways of all credentials.
///
/// Credentials with one account share its access tokens and its connections; all accounts share the way to a token
/// endpoint.
struct Gateways: Sendable {
    private let gateways: [CredentialID: Gateway]
    /// The one named `default`, at hand because most deliveries take it.
    private let fallback: Gateway?
    private let servers: [HTTP2Endpoint: [any FCMPool]]

    /// Reads the accounts. Opens nothing.
    ///
    /// - Throws: ``FCMConfigurationError`` if an account, the server or the file of certificates cannot be used.
    init(
        _ configuration: FCMConfiguration,
        clock: any WallClock,
        transport: some FCMTransport
    ) throws(FCMConfigurationError) {
        let server = try configuration.server()
        var accounts: [FCMServiceAccount: (tokens: AccessTokens, pool: any FCMPool)] = [:]
        var tokenPools: [HTTP2Endpoint: any FCMPool] = [:]
        var gateways: [CredentialID: Gateway] = [:]
        for (name, account) in configuration.credentials {
            let key: SigningKey
            let tokenServer: HTTP2Endpoint
            do throws(FCMConfigurationError) {
                try account.check()
                key = try account.signingKey()
                tokenServer = try account.tokenEndpoint()
            } catch {
                throw FCMConfigurationError("credentials.\(name.rawValue)", "\(error.field) \(error.problem)")
            }
            let tokenPool: any FCMPool
            if let known = tokenPools[tokenServer] {
                tokenPool = known
            } else {
                tokenPool = transport.tokenServer(at: tokenServer)
                tokenPools[tokenServer] = tokenPool
            }
            let tokens: AccessTokens
            let pool: any FCMPool
            if let known = accounts[account] {
                (tokens, pool) = known
            } else {
                let endpoint = TokenEndpoint(account: account, key: key, pool: tokenPool, clock: clock)
                tokens = AccessTokens(clock: clock, grant: endpoint.grant)
                pool = try transport.pool(to: server, connections: configuration.connections)
                accounts[account] = (tokens, pool)
            }
            gateways[name] = Gateway(name: name, projectID: account.projectID, tokens: tokens, pool: pool)
        }
        self.gateways = gateways
        fallback = gateways[.default]
        var servers = tokenPools.mapValues { [$0] }
        servers[server, default: []] += accounts.values.map(\.pool)
        self.servers = servers
    }

    /// The gateway for an app; nil if there is no credential for it.
    ///
    /// An app's credential is looked up as `fcm:APPID`, then `APPID`, then `default`.
    subscript(app appID: String?) -> Gateway? {
        let own = appID.flatMap {
            gateways[CredentialID(rawValue: "fcm:" + $0)] ?? gateways[CredentialID(rawValue: $0)]
        }
        return own ?? fallback
    }

    /// The connections to each server.
    var connections: [OpenConnections] {
        servers.map { server, pools in
            OpenConnections(to: server.name, count: pools.reduce(0) { $0 + $1.openConnections })
        }
        .sorted { $0.host < $1.host }
    }

    /// All of them, by name.
    var all: [Gateway] { gateways.values.sorted { $0.credential.rawValue < $1.credential.rawValue } }
}
