import FanfareCore
import FanfareTesting
import Foundation
import Testing

/// The server as curl, nghttp, h2load and openssl see it, and what is left of it.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct FCMServerCommandTests {
    private func run(_ program: String, _ arguments: String...) async throws -> (output: String, status: Int32) {
        try await Program.run(program, arguments)
    }

    @Test func `curl trades an assertion for an access token and sends a message`() async throws {
        let server = try await FCMServer.start()
        let certificate = try #require(server.certificateFile)
        let assertion = try await FCMWire.assertions(server.serviceAccountFile, [[:]])[0]
        let (granted, _) = try await run(
            "/usr/bin/curl",
            "--silent",
            "--http2",
            "--cacert",
            certificate,
            "--data-urlencode",
            "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer",
            "--data-urlencode",
            "assertion=\(assertion)",
            server.tokenURI
        )
        let token = try #require(try JSONParser().parse(granted)["access_token"]?.string)
        let (output, status) = try await run(
            "/usr/bin/curl",
            "--silent",
            "--http2",
            "--cacert",
            certificate,
            "--json",
            #"{"message":{"topic":"news","notification":{"title":"Grüße"}},"validate_only":true}"#,
            "-H",
            "authorization: Bearer \(token)",
            "--write-out",
            "\n%{http_version} %{http_code}",
            "\(server.url)/v1/projects/\(server.project)/messages:send"
        )
        #expect(status == 0)
        #expect(output == #"{"name":"projects/fanfare-test/messages/fake_message_id"}"# + "\n2 200")
        let request = try #require(server.requests.first)
        #expect(request.fault == nil && request.isTrial && request.project == "fanfare-test")
        #expect(request.topic == "news" && request.token == nil)
        #expect(request.message?["notification"]?["title"] == "Grüße")
        await server.stop()
    }

    @Test func `curl without the certificate trusts neither address`() async throws {
        let server = try await FCMServer.start()
        for address in [server.url, server.tokenURI] {
            let (_, status) = try await run("/usr/bin/curl", "--silent", "--http2", address)
            #expect(status == 60)
        }
        #expect(server.requestCount + server.tokenRequestCount == 0)
        await server.stop()
    }

    @Test func `nghttp reads the settings and a refusal`() async throws {
        let server = try await FCMServer.start()
        let (output, _) = try await run(
            "/usr/bin/nghttp",
            "--verbose",
            "--no-dep",
            "\(server.url)/v1/projects/a/messages:send"
        )
        #expect(output.contains("SETTINGS_MAX_CONCURRENT_STREAMS(0x03):100"), "\(output)")
        #expect(output.contains(":status: 405"), "\(output)")
        await server.stop()
    }

    @Test func `h2load is served on many connections`() async throws {
        var options = FCMServerOptions()
        options.recordsRequests = false
        let server = try await FCMServer.start(options)
        let token = server.accessToken(project: server.project, until: SystemClock().now.advanced(by: .seconds(60)))
        let file = FileManager.default.temporaryDirectory.appending(path: "fanfare-\(UUID()).json")
        try #"{"message":{"token":"abc","data":{"a":"b"}}}"#.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let (output, _) = try await run(
            "/usr/bin/h2load",
            "-n",
            "2000",
            "-c",
            "4",
            "-m",
            "100",
            "-d",
            file.path,
            "-H",
            "authorization: Bearer \(token)",
            "-H",
            "content-type: application/json",
            "\(server.url)/v1/projects/\(server.project)/messages:send"
        )
        #expect(output.contains("2000 succeeded, 0 failed"), "\(output)")
        #expect(output.contains("status codes: 2000 2xx"), "\(output)")
        #expect(server.requestCount == 2000 && server.requests.isEmpty && server.connections == 4)
        try await server.waitForNoConnection()
        await server.stop()
    }

    @Test func `openssl takes the service account's key for a sound one`() async throws {
        let server = try await FCMServer.start()
        let account = try JSONParser().parse([UInt8](try Data(contentsOf: URL(filePath: server.serviceAccountFile))))
        let file = FileManager.default.temporaryDirectory.appending(path: "fanfare-\(UUID()).pem")
        try #require(account["private_key"]?.string).write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let (output, status) = try await run(
            "/usr/bin/openssl",
            "pkey",
            "-in",
            file.path,
            "-check",
            "-noout",
            "-text_pub"
        )
        #expect(status == 0)
        #expect(output.contains("Key is valid") && output.contains("2048 bit"), "\(output)")
        await server.stop()
    }

    @Test func `nothing is left when it has stopped`() async throws {
        let server = try await FCMServer.start()
        let files = [try #require(server.certificateFile), server.serviceAccountFile]
        for file in files { #expect(FileManager.default.fileExists(atPath: file)) }
        let addresses = [server.url, server.tokenURI]
        await server.stop()
        for file in files { #expect(!FileManager.default.fileExists(atPath: file)) }
        for address in addresses {
            let (_, status) = try await run("/usr/bin/curl", "--silent", address)
            #expect(status == 7)
        }
    }
}
