import FanfareTesting
import Foundation
import Testing

/// The server as curl and h2load see it, and what is left of it.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct APNsServerCommandTests {
    @Test
    func `curl trusts the certificate and is answered over HTTP 2`() async throws {
        var options = APNsServerOptions()
        options.validates = false
        let server = try await APNsServer.start(options)
        let file = try #require(server.certificateFile)
        for host in ["127.0.0.1", "localhost"] {
            let arguments = [
                "--silent", "--show-error", "--http2", "--cacert", file, "--data", #"{"aps":{}}"#,
                "--write-out", "%{http_version} %{http_code} %{header_json}", "-H",
                "apns-id: 123e4567-e89b-12d3-a456-426614174000", "https://\(host):\(server.port)/3/device/ab",
            ]
            let (output, status) = try await Program.run("/usr/bin/curl", arguments)
            #expect(status == 0, "\(output)")
            #expect(output.hasPrefix("2 200 "))
            #expect(output.contains("123e4567-e89b-12d3-a456-426614174000"))
        }
        await server.stop()
    }

    @Test
    func `curl without the certificate does not trust the server`() async throws {
        let server = try await APNsServer.start()
        let arguments = ["--silent", "--http2", "https://127.0.0.1:\(server.port)/"]
        let (_, status) = try await Program.run("/usr/bin/curl", arguments)
        #expect(status == 60)
        #expect(server.requestCount == 0)
        await server.stop()
    }

    @Test
    func `h2load is served on many connections`() async throws {
        var options = APNsServerOptions()
        options.validates = false
        options.recordsRequests = false
        let server = try await APNsServer.start(options)
        let arguments = ["-n", "2000", "-c", "4", "-m", "100", "https://127.0.0.1:\(server.port)/3/device/ab"]
        let (output, status) = try await Program.run("/usr/bin/h2load", arguments)
        #expect(status == 0)
        #expect(output.contains("2000 succeeded, 0 failed"), "\(output)")
        #expect(server.requestCount == 2000)
        #expect(server.requests.isEmpty)
        #expect(server.connections == 4)
        try await server.waitForNoConnection()
        await server.stop()
    }

    @Test
    func `nothing is left when it has stopped`() async throws {
        for _ in 1...20 {
            let server = try await APNsServer.start(script: APNsScript().always(.wait(.seconds(60)), .serve))
            let file = try #require(server.certificateFile)
            let address = "https://localhost:\(server.port)/"
            let arguments = ["--silent", "--http2", "--cacert", file, address]
            async let running = Program.run("/usr/bin/curl", arguments)
            _ = try await server.requests(count: 1)
            await server.stop()
            #expect(server.openConnections == 0)
            #expect(!FileManager.default.fileExists(atPath: file))
            // Neither an answer (0) nor a connection refused (7): it was open and is not any more.
            #expect(![0, 7].contains(try await running.status))
            let (_, status) = try await Program.run("/usr/bin/curl", ["--silent", address])
            #expect(status == 7)
        }
    }
}
