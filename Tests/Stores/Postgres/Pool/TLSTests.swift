import TestPrograms
import Testing

@testable import FanfarePostgres

struct TLSTests {
    @Test
    func `the connection is encrypted and the server's certificate verified as the URL says`() async throws {
        let server = try await TestPostgres.dedicated(tls: true)
        func isEncrypted(host: String = "127.0.0.1", _ options: [String: String]) throws -> Bool {
            let location = try PostgresLocation(server.url(host: host, options: options))
            return try PostgresConnection.dial(location)
                .run("select ssl from pg_stat_ssl where pid = pg_backend_pid()")[0].bool(0)
        }
        let trusted = server.certificateFile
        #expect(try isEncrypted(["sslmode": "require"]))
        #expect(try isEncrypted(["sslmode": "verify-full", "sslrootcert": trusted]))
        #expect(try isEncrypted(host: "localhost", ["sslmode": "verify-full", "sslrootcert": trusted]))
        #expect(try !isEncrypted(["sslmode": "disable"]))
        let system = "/etc/ssl/certs/ca-certificates.crt"
        let error = try #require(throws: PostgresError.self) {
            try isEncrypted(["sslmode": "verify-full", "sslrootcert": system])
        }
        #expect(error.description.contains("certificate"), "\(error)")
        let other = try await TestPostgres.shared()
        let plain = try #require(throws: PostgresError.self) {
            try PostgresConnection.dial(try PostgresLocation(other.url(options: ["sslmode": "require"])))
        }
        #expect(plain.description.contains("SSL"), "\(plain)")
    }

    @Test(.timeLimit(.minutes(1)))
    func `large pipelines and rows go through TLS as well`() async throws {
        let server = try await TestPostgres.dedicated(tls: true)
        let location = try PostgresLocation(server.url(options: ["sslmode": "require"]))
        let connection = try PostgresConnection.dial(location)
        let text = String(repeating: "x", count: 20_000)
        let results = try connection.run((0..<1_000).map { PostgresCall("select $1::bigint, $2::text", $0, text) })
        #expect(try results.map { try $0[0].int(0) } == Array(0..<1_000))
        #expect(try results[999][0].text(1) == text)
    }
}
