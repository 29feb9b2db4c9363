import Testing

@testable import FanfareHost

extension HTTPServerTests {
    struct Limits {
        private let post = "POST / HTTP/1.1\r\nHost: a\r\n"

        private func withLimit(
            _ limit: Int,
            handled: Event = Event(),
            body: (UInt16) async throws -> Void
        ) async throws {
            let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
                handled.happen()
                return .text("\(request.body.count)")
            }
            try await withServer({ $0.bodyLimit = limit }, handler: handler) { port, _ in try await body(port) }
        }

        @Test func `a body of exactly the limit is taken`() async throws {
            try await withLimit(1 << 20) { port in
                let client = try RawClient(port: port)
                await client.send(post + "Content-Length: 1048576\r\n\r\n" + String(repeating: "x", count: 1 << 20))
                #expect(try await client.response().body == "1048576")
            }
        }

        @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "GET"])
        func `an announced length over the limit is answered before the body comes`(method: String) async throws {
            let handled = Event()
            try await withLimit(10, handled: handled) { port in
                let client = try RawClient(port: port)
                await client.send("\(method) / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n")
                let response = try await client.response()
                #expect(response.status == 413)
                #expect(response.body == "bodyTooLarge(limit: 10)")
                #expect(response.header("Connection")?.lowercased() == "close")
                client.finishSending()
                #expect(await client.isClosedByServer())
            }
            #expect(handled.count == 0)
        }

        @Test func `a client that waits for 100-continue is refused before it sends`() async throws {
            try await withLimit(10) { port in
                let client = try RawClient(port: port)
                await client.send(post + "Content-Length: 11\r\nExpect: 100-continue\r\n\r\n")
                #expect(try await client.response().status == 413)
            }
        }

        @Test func `a client that sends megabytes before it listens still reads its 413`() async throws {
            try await withLimit(10) { port in
                let client = try RawClient(port: port)
                let body = String(repeating: "x", count: 8 << 20)
                await client.send(post + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
                #expect(try await client.response().status == 413)
            }
        }

        @Test func `a chunked body over the limit is answered 413`() async throws {
            let handled = Event()
            try await withLimit(10, handled: handled) { port in
                let client = try RawClient(port: port)
                await client.send(post + "Transfer-Encoding: chunked\r\n\r\n6\r\nabcdef\r\n6\r\nabcdef\r\n0\r\n\r\n")
                #expect(try await client.response().status == 413)
            }
            #expect(handled.count == 0)
        }

        @Test func `a chunked body without end is cut off`() async throws {
            try await withLimit(10) { port in
                let client = try RawClient(port: port)
                let chunk = "10\r\n0123456789abcdef\r\n"
                await client.send(post + "Transfer-Encoding: chunked\r\n\r\n" + String(repeating: chunk, count: 100))
                #expect(await client.isClosedByServer())
            }
        }

        @Test(arguments: [
            "Content-Length: 3\r\nTransfer-Encoding: chunked", "Content-Length: 3\r\nContent-Length: 4",
            "Transfer-Encoding: gzip", "Content-Length: x",
        ])
        func `a body whose length is in doubt is a bad request`(headers: String) async throws {
            let handled = Event()
            try await withLimit(10, handled: handled) { port in
                let client = try RawClient(port: port)
                await client.send(post + headers + "\r\n\r\nabc")
                #expect(try await client.response().status == 400)
            }
            #expect(handled.count == 0)
        }

        @Test func `headers too large for a connection are refused by the library`() async throws {
            try await withLimit(10) { port in
                let client = try RawClient(port: port)
                await client.send(
                    "GET / HTTP/1.1\r\nHost: a\r\nX-A: " + String(repeating: "x", count: 40_000) + "\r\n\r\n"
                )
                #expect(try await client.response().status == 431)
            }
        }

        @Test func `a silent connection is closed`() async throws {
            try await withServer({ $0.idleTimeout = .milliseconds(500) }, handler: echo) { port, _ in
                let client = try RawClient(port: port)
                await client.send("GET / HTTP/1.1\r\n")
                #expect(await client.isClosedByServer())
            }
        }

        @Test func `connections over the limit wait for their turn`() async throws {
            let released = Event()
            let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
                await released.wait()
                return .text("done")
            }
            try await withServer({ $0.connectionLimit = 2 }, handler: handler) { port, _ in
                let clients = try (0..<4).map { _ in try RawClient(port: port) }
                for client in clients { await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") }
                released.happen()
                for client in clients { #expect(try await client.response().body == "done") }
            }
        }
    }
}
