import FanfareHTTP2
import Foundation
import Testing

@Suite struct TLSStreamTests {
    private let certificate: ThrowawayCertificate

    init() async throws { certificate = try await ThrowawayCertificate() }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `a client and a server agree on HTTP 2 and carry bytes`(host: String) throws {
        let ends = try Ends(server: certificate, client: certificate.certificateFile, host: host)
        #expect(ends.shakeHands() == .moved(0))
        #expect(ends.send(Array("hello".utf8)) == Array("hello".utf8))
        ends.client.shutdown()
        #expect(ends.receive() == .closed)
    }

    @Test
    func `a certificate nobody vouches for is not trusted`() throws {
        let ends = try Ends(server: certificate, client: nil, host: "localhost")
        let failure = try #require(ends.shakeHands().failure)
        #expect(failure.kind == .untrusted)
        #expect(failure.description == "the server's certificate: self-signed certificate")
    }

    @Test(arguments: ["example.org", "127.0.0.2"])
    func `a certificate of another host is not trusted`(host: String) throws {
        let ends = try Ends(server: certificate, client: certificate.certificateFile, host: host)
        let failure = try #require(ends.shakeHands().failure)
        #expect(failure.kind == .untrusted)
        #expect(failure.description.contains(host.first == "1" ? "IP address mismatch" : "hostname mismatch"))
    }

    @Test
    func `a client without a host's name verifies nothing and is refused`() throws {
        let context = try TLSContext.client()
        let failure = try #require(throws: TLSFailure.self) { try context.stream(over: Ends.pair().0) }
        #expect(failure.kind == .untrusted)
    }

    @Test
    func `a file without certificates is named`() throws {
        let failure = try #require(throws: TLSFailure.self) { try TLSContext.client(trusting: "/nonexistent.pem") }
        #expect(failure.kind == .unusable)
        #expect(failure.description.contains("/nonexistent.pem"))
    }

    @Test
    func `a key of another certificate is refused`() async throws {
        let other = try await ThrowawayCertificate()
        let failure = try #require(throws: TLSFailure.self) {
            try TLSContext.server(certificates: certificate.certificate, key: other.key)
        }
        #expect(failure.kind == .unusable)
    }

    @Test
    func `writing to a peer that has gone ends the connection and not the process`() throws {
        let ends = try Ends(server: certificate, client: certificate.certificateFile, host: "localhost")
        #expect(ends.shakeHands() == .moved(0))
        ends.server = nil
        let bytes = [UInt8](repeating: 0, count: 1000)
        var last = ByteStreamResult.wantsRead
        // A program that another test starts at this moment may hold the other end for as long as its start takes.
        for _ in 0..<1000 where last != .closed {
            last = unsafe bytes.withUnsafeBytes { unsafe ends.client.write($0) }
            usleep(1000)
        }
        #expect(last == .closed)
    }
}

/// The two ends of one connection in one thread.
private final class Ends {
    let client: TLSStream
    var server: TLSStream?

    init(server certificate: ThrowawayCertificate, client trusted: String?, host: String) throws {
        let (near, far) = Self.pair()
        client = try TLSContext.client(trusting: trusted).stream(over: near, to: host)
        server = try TLSContext.server(certificates: certificate.certificate, key: certificate.key).stream(over: far)
    }

    static func pair() -> (Socket, Socket) {
        var ends: [Int32] = [-1, -1]
        unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        return (Socket(adopting: ends[0]), Socket(adopting: ends[1]))
    }

    /// Both sides in turn until the client has its result.
    func shakeHands() -> ByteStreamResult {
        var result = ByteStreamResult.wantsRead
        for _ in 0..<10 {
            result = client.handshake()
            _ = server?.handshake()
            if result != .wantsRead { break }
        }
        return result
    }

    func send(_ bytes: [UInt8]) -> [UInt8] {
        unsafe _ = bytes.withUnsafeBytes { unsafe client.write($0) }
        var buffer = [UInt8](repeating: 0, count: 100)
        let result = unsafe buffer.withUnsafeMutableBytes { unsafe server?.read(into: $0) }
        guard case .moved(let count) = result else { return [] }
        return Array(buffer[..<count])
    }

    func receive() -> ByteStreamResult? {
        var buffer = [UInt8](repeating: 0, count: 100)
        return unsafe buffer.withUnsafeMutableBytes { unsafe server?.read(into: $0) }
    }
}

extension ByteStreamResult {
    fileprivate var failure: TLSFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}
