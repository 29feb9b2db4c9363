import FanfareHTTP2

/// Requests over HTTP/2.
struct HTTP2Transport: FCMTransport {
    private let client = HTTP2Client()
    private let configuration: HTTP2PoolConfiguration

    /// How long requests under way may take to finish when the channel is shut down. The worker has waited for them before.
    private static let shutdownLimit: Duration = .seconds(5)

    init(_ configuration: FCMConfiguration) {
        var pool = HTTP2PoolConfiguration()
        pool.connectTimeout = configuration.connectTimeout
        pool.responseTimeout = configuration.responseTimeout
        pool.trustedCertificates = configuration.trustedCertificates
        // Google allows all streams from the start, and with one that is not answered the others need not wait.
        pool.warmsUp = false
        self.configuration = pool
    }

    func pool(to endpoint: HTTP2Endpoint, connections: Int) throws(FCMConfigurationError) -> any FCMPool {
        var configuration = configuration
        configuration.maxConnections = connections
        do {
            return try client.pool(to: endpoint, configuration: configuration)
        } catch let failure as HTTP2Failure {
            throw FCMConfigurationError("trustedCertificates", "cannot be used: \(failure.reason)")
        } catch {
            throw FCMConfigurationError("trustedCertificates", "cannot be used")
        }
    }

    func shutdown() async { await client.shutdown(within: Self.shutdownLimit) }
}

extension HTTP2Pool: FCMPool {
    var openConnections: Int { statistics.connections }
}
