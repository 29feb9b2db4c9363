import FanfareHTTP2
import Foundation
import Synchronization
import TestPrograms
import Testing

/// The server by itself, with curl as the client.
@Suite(.timeLimit(.minutes(1)))
struct HTTP2ServerTests {
    @Test
    func `a request arrives as it was sent, and its answer as it was given`() async throws {
        let behaviour = Recorder { request in
            var fields = HTTP2Fields()
            try? fields.append("apns-id", "1")
            let body = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
            return [.answer(stream: request.stream, HTTP2ServerResponse(status: 418, fields: fields, body: body))]
        }
        let server = try HTTP2Server(behaviour: behaviour)
        let arguments = [
            "-H", "a: 1", "-H", "A: 2", "--data", "hello", "-w", "\n%{http_version} %{http_code} %{size_download}",
        ]
        let lines = try await Curl.run(arguments, to: server)
        #expect(lines.last == "2 418 100000")
        let request = try #require(behaviour.requests.first)
        #expect(request.fields.first == HTTP2ReceivedRequest.Field(":method", "POST"))
        #expect(request.fields.filter { $0.name == "a" }.map(\.value) == ["1", "2"])
        #expect(request.body == Array("hello".utf8))
        #expect(request.bodyLength == 5)
        #expect(request.connection == 1)
        await server.stop()
    }

    @Test
    func `a body is kept up to the limit and counted beyond it`() async throws {
        let behaviour = Recorder { [.answer(stream: $0.stream, HTTP2ServerResponse(status: 200))] }
        var configuration = HTTP2ServerConfiguration()
        configuration.longestBody = 10
        let server = try HTTP2Server(configuration, behaviour: behaviour)
        let body = String(repeating: "y", count: 100_000)
        _ = try await Curl.run(["--data", body], to: server)
        let request = try #require(behaviour.requests.first)
        #expect(request.body == [UInt8](repeating: UInt8(ascii: "y"), count: 10))
        #expect(request.bodyLength == 100_000)
        await server.stop()
    }

    @Test
    func `an answer may come later and from any task, and only the first one counts`() async throws {
        let behaviour = Recorder { _ in [] }
        let server = try HTTP2Server(behaviour: behaviour)
        let curl = try Curl.start(["-w", "%{http_code}"], to: server)
        await behaviour.arrived.wait { $0 == 1 }
        let stream = try #require(behaviour.requests.first).stream
        await withTaskGroup { group in
            for _ in 1...10 {
                group.addTask {
                    let answer = HTTP2ServerAction.answer(stream: stream, HTTP2ServerResponse(status: 204))
                    let second = HTTP2ServerResponse(status: 500, body: Array("second".utf8))
                    server.perform([answer, .answer(stream: stream, second)], on: 1)
                    server.perform([answer], on: 99)
                }
            }
        }
        #expect(await curl.line() == "204")
        server.perform([.reset(stream: stream, code: 0), .goAway(lastStream: 2, code: 0, debugData: [])], on: 1)
        await server.stop()
    }

    @Test
    func `a second answer does not spoil the first one`() async throws {
        let behaviour = Recorder { request in
            ["first", "another"].map { text in
                .answer(stream: request.stream, HTTP2ServerResponse(status: 200, body: Array(text.utf8)))
            }
        }
        let server = try HTTP2Server(behaviour: behaviour)
        #expect(try await Curl.run([], to: server) == ["first"])
        await server.stop()
    }

    @Test
    func `what is to be done with a connection comes after what was said on it`() async throws {
        let behaviour = Recorder { request in
            [
                .answer(stream: request.stream, HTTP2ServerResponse(status: 200, body: Array("all of it".utf8))),
                .goAway(lastStream: request.stream, code: 0, debugData: []), .close,
            ]
        }
        let server = try HTTP2Server(behaviour: behaviour)
        #expect(try await Curl.run([], to: server) == ["all of it"])
        await behaviour.left.wait { $0 == 1 }
        await server.stop()
    }

    @Test
    func `bytes that are no HTTP 2 end their connection and no other`() async throws {
        let behaviour = Recorder { [.answer(stream: $0.stream, HTTP2ServerResponse(status: 200))] }
        let server = try HTTP2Server(behaviour: behaviour)
        var generator = SystemRandomNumberGenerator()
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        var sockets: [RawSocket] = []
        for round in 0..<60 {
            let noise = (0..<300).map { _ in UInt8.random(in: 0...255, using: &generator) }
            // An empty SETTINGS, and then a frame of 16 MB, which nobody may send.
            let start = round.isMultiple(of: 2) ? preface + [0, 0, 0, 4, 0, 0, 0, 0, 0, 255, 255, 255] : []
            let socket = try #require(RawSocket(server.port))
            socket.send(start + noise)
            sockets.append(socket)
        }
        // They stay open on this side, so it is the server that ends them.
        await behaviour.left.wait { $0 == 60 }
        #expect(sockets.count == 60)
        #expect(try await Curl.run(["-w", "%{http_code}"], to: server) == ["200"])
        await server.stop()
    }

    @Test
    func `clients that connect and say nothing keep nobody from stopping`() async throws {
        let behaviour = Recorder { _ in [] }
        let identity = try SelfSignedCertificate()
        let server = try HTTP2Server(HTTP2ServerConfiguration(identity: identity), behaviour: behaviour)
        let silent = (0..<10).compactMap { _ in RawSocket(server.port) }
        #expect(silent.count == 10)
        await server.stop()
        #expect(RawSocket(server.port) == nil)
    }

    @Test
    func `openssl finds the certificate in order`() async throws {
        let identity = try SelfSignedCertificate()
        let file = FileManager.default.temporaryDirectory.appending(path: "fanfare-\(UUID().uuidString).pem")
        defer { try? FileManager.default.removeItem(at: file) }
        try (identity.certificate + identity.key).write(to: file, atomically: true, encoding: .utf8)
        func accepts(_ arguments: [String]) async throws -> Bool {
            try await ChildProcess.run("/usr/bin/openssl", arguments, reading: .both).status == 0
        }
        #expect(try await accepts(["verify", "-x509_strict", "-CAfile", file.path, file.path]))
        #expect(try await accepts(["pkey", "-in", file.path, "-noout", "-check"]))
        for host in [["-verify_hostname", "localhost"], ["-verify_ip", "127.0.0.1"], ["-verify_ip", "::1"]] {
            #expect(try await accepts(["verify"] + host + ["-CAfile", file.path, file.path]))
        }
        let other = ["-verify_hostname", "example.org"]
        #expect(try await !accepts(["verify"] + other + ["-CAfile", file.path, file.path]))
    }
}

/// Keeps what happens and does what a closure says.
private final class Recorder: HTTP2ServerBehaviour {
    let arrived = Signal()
    let left = Signal()
    private let recorded = Mutex<[HTTP2ReceivedRequest]>([])
    private let react: @Sendable (HTTP2ReceivedRequest) -> [HTTP2ServerAction]

    init(_ react: @escaping @Sendable (HTTP2ReceivedRequest) -> [HTTP2ServerAction]) { self.react = react }

    var requests: [HTTP2ReceivedRequest] { recorded.withLock { $0 } }

    func connected(_ connection: Int) -> [HTTP2ServerAction] { [] }
    func abandoned(stream: Int32, on connection: Int, code: UInt32) {}
    func disconnected(_ connection: Int) { left.add() }

    func received(_ request: HTTP2ReceivedRequest) -> [HTTP2ServerAction] {
        recorded.withLock { $0.append(request) }
        arrived.add()
        return react(request)
    }
}

/// A number that grows, and that tasks wait for.
private final class Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func add() { continuation.yield() }

    /// For one task only, once.
    func wait(until condition: (Int) -> Bool) async {
        var count = 0
        for await _ in stream {
            count += 1
            if condition(count) { return }
        }
    }
}

private enum Curl {
    static func start(_ arguments: [String], to server: HTTP2Server) throws -> ChildProcess {
        let address = "http://127.0.0.1:\(server.port)/"
        return try ChildProcess(
            "/usr/bin/curl",
            ["--silent", "--max-time", "20", "--http2-prior-knowledge"] + arguments + [address]
        )
    }

    static func run(_ arguments: [String], to server: HTTP2Server) async throws -> [String] {
        let curl = try start(arguments, to: server)
        var lines: [String] = []
        while let line = await curl.line() { lines.append(line) }
        return lines
    }
}

/// A socket without any protocol.
private final class RawSocket {
    private let descriptor: Int32

    init?(_ port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { return nil }
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) {
        unsafe _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
