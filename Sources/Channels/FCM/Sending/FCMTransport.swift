import FanfareHTTP2

/// What carries requests to Google: the network in production, a script in tests.
protocol FCMTransport: Sendable {
    /// Makes a pool of connections to a server. Opens none yet.
    ///
    /// - Parameter connections: How many it opens at most.
    /// - Throws: ``FCMConfigurationError`` if the file of certificates cannot be used.
    func pool(to endpoint: HTTP2Endpoint, connections: Int) throws(FCMConfigurationError) -> any FCMPool

    /// The way to a token endpoint. Opens no connection yet.
    ///
    /// - Parameter endpoint: The server of the requests' paths.
    func tokenServer(at endpoint: HTTP2Endpoint) -> any FCMPool

    /// Where those who send run best; nil for anywhere.
    var executor: (any TaskExecutor)? { get }

    /// Lets what is under way finish, and closes all connections.
    func shutdown() async
}

/// Connections to one server.
protocol FCMPool: Sendable {
    /// Sends a request, once.
    ///
    /// - Throws: `HTTP2Failure` if there was no answer; `CancellationError` only if nothing was written.
    func send(_ request: HTTP2Request) async throws -> HTTP2Response

    /// How many connections are open.
    var openConnections: Int { get }
}

extension FCMTransport {
    /// Anywhere.
    var executor: (any TaskExecutor)? { nil }
}
