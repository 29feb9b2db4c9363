import FanfareHTTP2
import Testing

extension WireTests {
    @Suite(.enabled(if: NginxServer.isInstalled, "needs nginx with its Lua module"))
    struct NginxTests {
        // It ends its connections after 500 requests each, so that this also is about GOAWAY.
        @Test(arguments: ["read", "early"])
        func `a burst is answered to the last request, over connections that end in between`(path: String) async throws
        {
            let server = try await NginxServer()
            let configure: (inout HTTP2PoolConfiguration) -> Void = {
                $0.trustedCertificates = server.certificate.certificateFile
                $0.maxConnections = 2
                $0.warmsUp = true
            }
            try await withPool(to: server.endpoint, configure) { pool in
                let requests = (1...2000).map { request("\(path)/\($0)", body: String(repeating: "x", count: 300)) }
                let outcomes = await pool.outcomes(of: requests)
                #expect(outcomes.count { $0 == .status(200) } == 2000)
                #expect(pool.statistics.goAways >= 2)
                #expect(pool.statistics.streams == 0)
            }
        }

        @Test
        func `a body arrives with all its bytes`() async throws {
            let server = try await NginxServer()
            let configure: (inout HTTP2PoolConfiguration) -> Void = {
                $0.trustedCertificates = server.certificate.certificateFile
            }
            try await withPool(to: server.endpoint, configure) { pool in
                let response = try await pool.send(request("read/1", body: String(repeating: "x", count: 12_345)))
                #expect(response.fields["x-length"] == "12345")
            }
        }
    }
}
