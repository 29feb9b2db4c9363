import FanfareCore
import FanfareCurl
import Foundation
import TestPrograms
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FailureTests {
    private func client(_ configure: (inout CurlConfiguration) -> Void = { _ in }) -> CurlClient {
        var configuration = CurlConfiguration()
        configure(&configuration)
        return CurlClient(configuration)
    }

    @Test(
        arguments: [
            ("/drop", CurlFailureCode.connectionLost), ("/half", .connectionLost), ("/long/1001", .answerTooLong),
            ("/fields/70", .answerTooLong), ("/nonsense", .protocolError),
        ])
    func `a request without a whole answer is uncertain, and came once`(
        path: String,
        code: CurlFailureCode
    ) async throws {
        let server = try await PythonServer()
        let client = client { $0.longestBody = 1000 }
        let request = CurlRequest(method: "POST", url: try server.url(path), body: Array("secret".utf8))
        let failure = try #require(await client.failure(request))
        #expect(failure.kind == .uncertain)
        #expect(failure.code == code)
        #expect(try await server.count(of: path) == 1)
        let longest = CurlRequest(url: try server.url("/long/1000"))
        #expect(try await client.send(longest).body.count == 1000)
        await client.shutdown()
    }

    @Test func `a request over a kept connection that ends is uncertain, and not repeated`() async throws {
        let server = try await PythonServer()
        let client = client()
        let request = CurlRequest(method: "POST", url: try server.url("/once"), body: [1])
        #expect(try await client.send(request).status == 200)
        #expect(try await client.failure(request)?.kind == .uncertain)
        #expect(try await server.count(of: "/once") == 2)
        await client.shutdown()
    }

    @Test func `an answer that does not come in time is uncertain`() async throws {
        let server = try await PythonServer()
        let client = client { $0.timeout = .milliseconds(300) }
        let failure = try #require(await client.failure(CurlRequest(url: try server.url("/silent"))))
        #expect(failure.kind == .uncertain && failure.code == .responseTimeout)
        await client.shutdown()
    }

    @Test func `a connection that does not come about in time leaves the request unsent`() async throws {
        let server = try await PythonServer()
        let client = client { $0.connectTimeout = .milliseconds(300) }
        let url = try #require(URL(string: "https://127.0.0.1:\(server.mutePort)/"))
        let start = ContinuousClock.now
        let failure = try #require(await client.failure(CurlRequest(url: url)))
        #expect(failure.kind == .notSent && failure.code == .connectTimeout)
        // The deadline for the whole request would do the same later.
        #expect(start.duration(to: .now) < .seconds(20))
        await client.shutdown()
    }

    @Test func `a server that is not there leaves the request unsent`() async throws {
        let client = client()
        let port = try FreePort.find()
        let refused = try #require(URL(string: "http://127.0.0.1:\(port)/"))
        let failure = try #require(await client.failure(CurlRequest(url: refused)))
        #expect(failure.kind == .notSent && failure.code == .connectFailed)
        // No such name can exist (RFC 6761, 6.4).
        let nowhere = try #require(URL(string: "http://nobody.invalid/"))
        let unknown = try #require(await client.failure(CurlRequest(url: nowhere)))
        #expect(unknown.kind == .notSent && unknown.code == .resolveFailed)
        await client.shutdown()
    }

    @Test(
        arguments: [
            "ftp://127.0.0.1/", "file:///etc/hostname", "http://ada:secret@127.0.0.1/", "http:///x", "/token",
        ])
    func `a URL that is not for HTTP, or has a password, is refused without showing it`(text: String) async throws {
        let client = client()
        let url = try #require(URL(string: text))
        let failure = try await client.failure(CurlRequest(url: url))
        #expect(failure?.kind == .misconfigured && failure?.code == .invalidRequest)
        #expect(failure?.reason.description.contains("secret") == false)
        await client.shutdown()
    }

    @Test(arguments: [("x-a", "b\r\nx-c: d"), ("x-a\n", "b"), ("", "b"), ("x a", "b"), ("x-a", "b\0")])
    func `a header field cannot smuggle another`(name: String, value: String) async throws {
        let server = try await PythonServer()
        let client = client()
        let request = CurlRequest(url: try server.url("/echo"), fields: [name: value])
        #expect(try await client.failure(request)?.code == .invalidRequest)
        #expect(try await server.count(of: "/echo") == 0)
        await client.shutdown()
    }

    @Test func `cancelling ends a request: uncertain once it is written`() async throws {
        let server = try await PythonServer()
        let client = client()
        let url = try server.url("/silent")
        let written = Task { try await client.failure(CurlRequest(url: url)) }
        try await server.request(for: "/silent")
        written.cancel()
        #expect(try await written.value == CurlFailure(.uncertain, .cancelled))
        try await eventually { client.openConnections == 0 }
        await client.shutdown()
    }

    @Test func `cancelling ends a request: without a trace before it is written`() async throws {
        let server = try await PythonServer()
        let client = client()
        let url = try #require(URL(string: "https://127.0.0.1:\(server.mutePort)/"))
        let connecting = Task { try await client.failure(CurlRequest(url: url)) }
        try await eventually { client.openConnections == 1 }
        connecting.cancel()
        await #expect(throws: CancellationError.self) { try await connecting.value }
        let early = Task {
            try? await Task.sleep(for: .seconds(60))
            return try await client.failure(CurlRequest(url: url))
        }
        early.cancel()
        await #expect(throws: CancellationError.self) { try await early.value }
        await client.shutdown()
    }
}
