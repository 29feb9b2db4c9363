internal import FanfareCore
import FanfareHTTP2

/// What carries requests to APNs: HTTP/2 in production, a script in tests.
protocol PushTransport: Sendable {
    /// Makes a pool of connections to a server, for one key alone. Opens none yet.
    ///
    /// - Throws: What makes it impossible, such as a file of certificates that cannot be read.
    func pool(to endpoint: HTTP2Endpoint) throws -> any PushPool

    /// Where those who send run best; nil for anywhere.
    var executor: (any TaskExecutor)? { get }

    /// Lets what is under way finish, and closes all connections.
    func shutdown() async
}

/// Connections to one server that one key alone uses.
protocol PushPool: Sendable {
    /// Sends a request, once.
    ///
    /// - Throws: `HTTP2Failure` if there was no answer; `CancellationError` only if nothing was written.
    func send(_ request: HTTP2Request) async throws -> HTTP2Response

    /// Puts nothing new on a connection.
    func retire(_ connection: HTTP2ConnectionID)

    /// How many connections are open.
    var openConnections: Int { get }
}

extension PushTransport {
    /// Anywhere.
    var executor: (any TaskExecutor)? { nil }
}
