internal import FanfareCore
import FanfareHTTP2

/// Requests over HTTP/2, as Apple wants them.
struct HTTP2Transport: PushTransport {
    private let client = HTTP2Client()
    private let configuration: HTTP2PoolConfiguration

    /// How long requests under way may take to finish when the channel is shut down. The worker has waited for them before.
    private static let shutdownLimit: Duration = .seconds(5)

    init(_ configuration: APNsConfiguration) {
        var pool = HTTP2PoolConfiguration()
        pool.maxConnections = configuration.connections
        pool.connectTimeout = configuration.connectTimeout
        pool.responseTimeout = configuration.responseTimeout
        pool.trustedCertificates = configuration.trustedCertificates
        pool.configurationFault = APNsRefusal.configurationFault
        self.configuration = pool
    }

    func pool(to endpoint: HTTP2Endpoint) throws -> any PushPool {
        do {
            return try client.pool(to: endpoint, configuration: configuration)
        } catch let failure as HTTP2Failure {
            throw APNsConfigurationError("trustedCertificates", "cannot be used: \(failure.reason)")
        }
    }

    var executor: (any TaskExecutor)? { client.executor }

    func shutdown() async { await client.shutdown(within: Self.shutdownLimit) }
}

extension HTTP2Pool: PushPool {
    var openConnections: Int { statistics.connections }
}
