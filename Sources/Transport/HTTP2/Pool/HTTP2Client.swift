/// Connections to push services over HTTP/2, and the thread that drives them.
///
/// Nothing starts before the first request. A client that is let go, with all its pools, ends its thread by itself;
/// ``shutdown(within:)`` lets requests under way come to their end first.
public final class HTTP2Client: Sendable {
    private let loop = ClientLoop()

    /// A client without pools.
    public init() {}

    /// A pool of its own at each call: whoever authenticates with connections keeps one pool for each credential.
    ///
    /// - Throws: ``HTTP2Failure`` of the kind `misconfigured` when the file of trusted certificates cannot be used.
    public func pool(
        to endpoint: HTTP2Endpoint,
        configuration: HTTP2PoolConfiguration = HTTP2PoolConfiguration()
    ) throws -> HTTP2Pool {
        HTTP2Pool(PoolSetup(endpoint, configuration, try tls(for: endpoint, configuration), loop), loop)
    }

    /// Takes no more requests, finishes those under way, says goodbye on every connection and ends the thread.
    ///
    /// Requests that still wait to be written fail as not sent.
    ///
    /// - Parameter limit: How long that may take. What is not answered by then fails as uncertain.
    public func shutdown(within limit: Duration) async { await loop.stop(within: limit) }

    /// Runs tasks on the thread that drives the connections: what they do with answers costs no change of threads. For tasks
    /// that never block and do little else.
    public var executor: any TaskExecutor { loop }

    private func tls(for endpoint: HTTP2Endpoint, _ configuration: HTTP2PoolConfiguration) throws -> TLSContext? {
        guard endpoint.isSecure else { return nil }
        do { return try TLSContext.client(trusting: configuration.trustedCertificates) } catch {
            throw HTTP2Failure(.misconfigured, .unusableCertificates, detail: error.description)
        }
    }
}
