import Testing

@testable import FanfareHost

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension HTTPServerTests {
    struct Life {
        private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

        /// Suspends until the task is cancelled.
        private static func hang(_ cancelled: Event) async {
            let cancellation = Event()
            await withTaskCancellationHandler {
                await cancellation.wait()
            } onCancel: {
                cancelled.happen()
                cancellation.happen()
            }
        }

        @Test func `a client that leaves cancels its handler`() async throws {
            let (arrived, cancelled) = (Event(), Event())
            let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
                arrived.happen()
                await Self.hang(cancelled)
                return .text("too late")
            }
            try await withServer(handler: handler) { port, _ in
                var client: RawClient? = try RawClient(port: port)
                await client?.send(get)
                await arrived.wait()
                #expect(cancelled.count == 0)
                client = nil
                await cancelled.wait()
            }
        }

        @Test func `everything a server held is let go of when it has stopped`() async throws {
            final class Probe: Sendable { let arrived = Event() }
            var probe: Probe? = Probe()
            weak let trace = probe
            let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { [probe] request in
                probe?.arrived.happen()
                if request.target.segments == ["hang"] { await Self.hang(Event()) }
                return .text("done")
            }
            probe = nil
            func run() async throws {
                var configuration = HTTPServerConfiguration(address: try ListenAddress(parsing: "127.0.0.1:0"))
                configuration.bodyLimit = 10
                let server = HTTPServer(configuration: configuration, handler: handler)
                let port = try server.start().port
                let clients = try (0..<6).map { _ in try RawClient(port: port) }
                await clients[0].send(get)
                _ = try await clients[0].response()
                await clients[1].send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
                await clients[2].send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n")
                await clients[3].send("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n")
                await clients[4].send("GET / HTTP/1.1\r\nbroken\r\n\r\n")
                await clients[5].send("GET /hang HTTP/1.1\r\nHost: a\r\n\r\n")
                await trace?.arrived.wait(for: 2)
                await server.stop(grace: .zero)
            }
            try await run()
            // The closure above holds the probe until here.
            _ = consume handler
            for _ in 0..<1_000 where trace != nil { await Task.yield() }
            #expect(trace == nil)
        }

        @Test func `stopping lets a request finish`() async throws {
            let (arrived, released) = (Event(), Event())
            let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
                arrived.happen()
                await released.wait()
                return .text("finished, cancelled: \(Task.isCancelled)")
            }
            try await withServer(handler: handler) { port, server in
                let client = try RawClient(port: port)
                await client.send(get)
                await arrived.wait()
                async let stopped: Void = server.stop(grace: .seconds(30))
                // New connections are refused once the stop has begun.
                while (try? RawClient(port: port)) != nil { await Task.yield() }
                released.happen()
                let response = try await client.response()
                #expect(response.body == "finished, cancelled: false")
                #expect(response.header("Connection")?.lowercased() == "close")
                await stopped
            }
        }

        @Test func `a request that hangs is answered 503 after the grace period`() async throws {
            let (arrived, released) = (Event(), Event())
            let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
                arrived.happen()
                // Does not even listen to its cancellation.
                await released.wait()
                return .text("too late")
            }
            try await withServer(handler: handler) { port, server in
                let clients = try (0..<20).map { _ in try RawClient(port: port) }
                for client in clients { await client.send(get) }
                await arrived.wait(for: 20)
                async let stopped: Void = server.stop(grace: .milliseconds(50))
                for client in clients {
                    let response = try await client.response()
                    #expect(response.status == 503)
                    #expect(response.body == "shuttingDown")
                }
                await stopped
                released.happen()
            }
        }

        @Test func `two stops at once both wait for the end`() async throws {
            try await withServer(handler: echo) { port, server in
                let client = try RawClient(port: port)
                async let first: Void = server.stop()
                async let second: Void = server.stop()
                _ = await (first, second)
                #expect(await client.isClosedByServer())
                #expect(throws: (any Error).self) { try RawClient(port: port) }
            }
        }

        @Test func `stopping under load neither aborts nor hangs`() async throws {
            for _ in 0..<10 {
                let arrived = Event()
                let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
                    arrived.happen()
                    await Task.yield()
                    return .text("done")
                }
                try await withServer(handler: handler) { port, server in
                    let clients = try (0..<20).map { _ in try RawClient(port: port) }
                    for client in clients { await client.send(String(repeating: get, count: 50)) }
                    await arrived.wait(for: 100)
                    await server.stop(grace: .zero)
                }
            }
        }

        @Test func `fifty servers leave no descriptor behind`() async throws {
            func descriptors() -> Int { (0..<1_024).count { fcntl($0, F_GETFD) != -1 } }
            let before = descriptors()
            for _ in 0..<50 {
                try await withServer(handler: echo) { port, _ in
                    let client = try RawClient(port: port)
                    await client.send(get)
                    _ = try await client.response()
                }
            }
            // The epoll sets are closed by Dispatch a moment later; other tests may have a few descriptors open.
            var patience = 10_000
            while descriptors() - before >= 40, patience > 0 {
                patience -= 1
                await Task.yield()
            }
            #expect(descriptors() - before < 40)
        }

        @Test func `a port in use is an error that names the address`() async throws {
            try await withServer(handler: echo) { port, _ in
                let address = try ListenAddress(parsing: "127.0.0.1:\(port)")
                let second = HTTPServer(configuration: HTTPServerConfiguration(address: address), handler: echo)
                let error = #expect(throws: HTTPServerError.self) { try second.start() }
                #expect(error?.code == .addressInUse)
                #expect(error?.description.hasPrefix("127.0.0.1:\(port) is in use") == true)
            }
        }

        @Test func `a server starts once`() async throws {
            try await withServer(handler: echo) { _, server in
                let error = #expect(throws: HTTPServerError.self) { try server.start() }
                #expect(error?.code == .alreadyStarted)
            }
        }

        @Test func `an address of another machine is refused`() async throws {
            let address = try ListenAddress(parsing: "192.0.2.1:0")
            let server = HTTPServer(configuration: HTTPServerConfiguration(address: address), handler: echo)
            #expect(throws: HTTPServerError(code: .addressNotAvailable, address: address)) { try server.start() }
        }
    }
}
