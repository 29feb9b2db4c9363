import FanfareCurl
import FanfareHTTP2
internal import Synchronization

/// Messages over HTTP/2, which FCM speaks, and requests for access tokens over whatever the endpoint speaks.
final class NetworkTransport: FCMTransport {
    private let client = HTTP2Client()
    private let configuration: HTTP2PoolConfiguration
    private let tokenServers = Mutex<[TokenServer]>([])

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

    func tokenServer(at endpoint: HTTP2Endpoint) -> any FCMPool {
        var curl = CurlConfiguration()
        curl.connectTimeout = configuration.connectTimeout
        curl.timeout = configuration.connectTimeout + configuration.responseTimeout
        curl.trustedCertificates = configuration.trustedCertificates
        let server = TokenServer(endpoint, CurlClient(curl))
        tokenServers.withLock { $0.append(server) }
        return server
    }

    var executor: (any TaskExecutor)? { client.executor }

    func shutdown() async {
        await client.shutdown(within: Self.shutdownLimit)
        for server in tokenServers.withLock(\.self) { await server.client.shutdown() }
    }
}

extension HTTP2Pool: FCMPool {
    var openConnections: Int { statistics.connections }
}
