public import FanfareCore
import FanfareHTTP2

extension APNsPlugin {
    /// Tries the keys, the clock and both servers. Sends no push.
    public func check(_ settings: APNsConfiguration, in environment: PluginEnvironment) async -> [CheckFinding] {
        let client = HTTP2Client()
        let check = APNsCheck(configuration: settings, clock: environment.clock) { server in
            var configuration = HTTP2PoolConfiguration()
            configuration.connectTimeout = settings.connectTimeout
            configuration.responseTimeout = settings.responseTimeout
            configuration.trustedCertificates = settings.trustedCertificates
            let pool = try client.pool(to: server, configuration: configuration)
            try await pool.connect()
            return await Self.time(of: pool)
        }
        let findings = await check.findings()
        await client.shutdown(within: .seconds(1))
        return findings
    }

    /// What time the server says it is. It is asked for nothing it has; that it answers at all is enough, and that it says
    /// the time is more than APNs promises.
    private static func time(of pool: HTTP2Pool) async -> Timestamp? {
        let response = try? await pool.send(HTTP2Request(method: "GET", path: "/"))
        return response?.date
    }
}
