import FanfareHTTP2
import Testing

extension WireTests {
    @Suite struct SecurityTests {
        private static let serving = #"[[{"serve": {"status": 200}}]]"#

        @Test
        func `requests are answered over TLS`() async throws {
            let certificate = try await ThrowawayCertificate()
            let server = try await ScriptedServer(Self.serving, certificate: certificate)
            try await withPool(to: server.endpoint, { $0.trustedCertificates = certificate.certificateFile }) { pool in
                try await pool.connect()
                #expect(pool.statistics.connections == 1)
                #expect(await pool.outcomes(of: requests(1...50)) == [Outcome](repeating: .status(200), count: 50))
                #expect(pool.statistics.dials == 1)
            }
            #expect(try await server.records()[0].requests[0].fields[":scheme"] == "https")
        }

        @Test
        func `a server whose certificate nobody vouches for gets no request, and is not asked again`() async throws {
            let server = try await ScriptedServer(Self.serving, certificate: try await ThrowawayCertificate())
            try await withPool(to: server.endpoint) { pool in
                let failed = Outcome.failure(.misconfigured, .untrustedPeer)
                #expect(await pool.outcome(of: request("1")) == failed)
                #expect(await pool.outcomes(of: requests(2...20)) == [Outcome](repeating: failed, count: 19))
                #expect(pool.statistics.dials == 1)
                // A check tries all the same.
                let failure = try await #require(throws: HTTP2Failure.self) { try await pool.connect() }
                #expect(failure.code == .untrustedPeer)
                #expect(pool.statistics.dials == 2)
            }
            #expect(try await server.records().allSatisfy { $0.requests.isEmpty })
        }

        @Test
        func `a server with another host's certificate gets no request`() async throws {
            let certificate = try await ThrowawayCertificate(for: "DNS:push.example.com")
            let server = try await ScriptedServer(Self.serving, certificate: certificate)
            try await withPool(to: server.endpoint, { $0.trustedCertificates = certificate.certificateFile }) { pool in
                #expect(await pool.outcome(of: request("1")) == .failure(.misconfigured, .untrustedPeer))
            }
        }

        @Test
        func `a server that speaks only HTTP 1 gets no request`() async throws {
            let certificate = try await ThrowawayCertificate()
            let server = try await ScriptedServer(Self.serving, certificate: certificate, alpn: "http/1.1")
            try await withPool(to: server.endpoint, { $0.trustedCertificates = certificate.certificateFile }) { pool in
                #expect(await pool.outcome(of: request("1")) == .failure(.misconfigured, .noHTTP2))
            }
        }

        @Test
        func `a file of trusted certificates that is none is told when the pool is made`() throws {
            var configuration = HTTP2PoolConfiguration()
            configuration.trustedCertificates = "/nonexistent.pem"
            let failure = try #require(throws: HTTP2Failure.self) {
                try HTTP2Client().pool(to: HTTP2Endpoint(host: "localhost", port: 1), configuration: configuration)
            }
            #expect(failure.kind == .misconfigured)
            #expect(failure.code == .unusableCertificates)
        }
    }
}
