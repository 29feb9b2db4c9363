import Testing

@testable import FanfareHost

/// Real servers on loopback. One after the other: they count descriptors, and two cores are soon busy.
@Suite(.serialized, .timeLimit(.minutes(1)))
enum HTTPServerTests {
    /// A server on a free port; stopped when `body` is over.
    static func withServer<Value>(
        _ change: (inout HTTPServerConfiguration) -> Void = { _ in },
        handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
        body: (UInt16, HTTPServer) async throws -> Value
    ) async throws -> Value {
        var configuration = HTTPServerConfiguration(address: try ListenAddress(parsing: "127.0.0.1:0"))
        change(&configuration)
        let server = HTTPServer(configuration: configuration, handler: handler) { rejection in
            .text("\(rejection)", status: rejection.status)
        }
        let port = try server.start().port
        do {
            let value = try await body(port, server)
            await server.stop(grace: .zero)
            return value
        } catch {
            await server.stop(grace: .zero)
            throw error
        }
    }

    /// Answers with what it got.
    static func echo(_ request: HTTPRequest) async -> HTTPResponse {
        let path = request.target.segments.joined(separator: "|")
        return .text("\(request.method.rawValue) \(path) \(String(decoding: request.body, as: UTF8.self))")
    }

    struct Requests {
        @Test func `two hundred requests are handled at once`() async throws {
            let arrived = Event()
            let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
                arrived.happen()
                // Nobody is answered before everybody has arrived.
                await arrived.wait(for: 200)
                return .text(request.query("n") ?? "")
            }
            try await withServer(handler: handler) { port, _ in
                let clients = try (0..<200).map { _ in try RawClient(port: port) }
                for (number, client) in clients.enumerated() {
                    await client.send("GET /?n=\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
                }
                for (number, client) in clients.enumerated() {
                    #expect(try await client.response().body == "\(number)")
                }
            }
        }

        @Test func `a connection is kept for the next request`() async throws {
            try await withServer(handler: echo) { port, _ in
                let client = try RawClient(port: port)
                for number in 1...3 {
                    await client.send("POST /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi")
                    #expect(try await client.response().body == "POST \(number) hi")
                }
                await client.send("GET /4 HTTP/1.1\r\nHost: a\r\n\r\nGET /5 HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.response().body == "GET 4 ")
                #expect(try await client.response().body == "GET 5 ")
            }
        }

        @Test func `a chunked body arrives whole`() async throws {
            try await withServer(handler: echo) { port, _ in
                let client = try RawClient(port: port)
                await client.send("PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
                await client.send("2\r\nde\r\n0\r\n\r\n")
                #expect(try await client.response().body == "PUT  abcde")
            }
        }

        @Test func `HEAD gets the length but no body`() async throws {
            try await withServer(handler: echo) { port, _ in
                let client = try RawClient(port: port)
                await client.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
                let response = try await client.response(toHead: true)
                #expect(response.status == 200)
                #expect(response.header("Content-Length") == "7")
                #expect(try await client.response().body == "GET b ")
            }
        }

        @Test func `segments are decoded after the path is split`() async throws {
            try await withServer(handler: echo) { port, _ in
                let client = try RawClient(port: port)
                await client.send("GET /users/a%2Fb%20c/%C3%A9 HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.response().body == "GET users|a/b c|é ")
            }
        }

        @Test(arguments: ["GET /%zz", "GET /%2", "GET /%ff", "GET /?a=%c3", "GET /\u{1}%", "OPTIONS *"])
        func `a broken target is a bad request`(line: String) async throws {
            try await withServer(handler: echo) { port, _ in
                let client = try RawClient(port: port)
                await client.send("\(line) HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.response().status == 400)
                #expect(await client.isClosedByServer())
            }
        }

        @Test func `a header cannot be injected through a value`() async throws {
            let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
                HTTPResponse(status: 204, headers: ["X-A": "1\r\nX-B: 2", "X-C": "3"])
            }
            try await withServer(handler: handler) { port, _ in
                let client = try RawClient(port: port)
                await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                let response = try await client.response()
                #expect(response.header("X-B") == nil)
                #expect(response.header("X-C") == "3")
            }
        }
    }
}
