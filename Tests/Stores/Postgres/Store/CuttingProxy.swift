import Foundation
import Synchronization
import TestPrograms

/// A way to a server on which connections break: what one side has sent, the other may never see.
final class CuttingProxy: Sendable {
    /// Two sockets, closed when nobody uses either any more.
    private final class Pair: Sendable {
        let client: Int32
        let server: Int32

        init(_ client: Int32, _ server: Int32) { (self.client, self.server) = (client, server) }

        deinit {
            close(client)
            close(server)
        }

        func cut() {
            shutdown(client, Int32(SHUT_RDWR))
            shutdown(server, Int32(SHUT_RDWR))
        }
    }

    /// Where it listens.
    let port: UInt16
    private let listener: Int32
    private let rate = Mutex(0.0)
    private let cuts = Mutex(0)
    private let limit = Mutex(Int.max)

    /// A proxy that cuts nothing yet.
    init(to server: UInt16) throws {
        port = try FreePort.find()
        listener = Self.socket()
        let isListening =
            unsafe Self.withAddress(port) { unsafe bind(listener, $0, $1) == 0 } && listen(listener, 64) == 0
        guard isListening else { throw ChildProcess.Failure(text: "the proxy cannot listen") }
        Thread.detachNewThread { [listener, weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                let pair = Pair(client, Self.socket())
                guard unsafe Self.withAddress(server, { unsafe connect(pair.server, $0, $1) == 0 }) else { continue }
                Thread.detachNewThread { [weak self] in self?.pump(pair, from: pair.client, to: pair.server) }
                Thread.detachNewThread { [weak self] in self?.pump(pair, from: pair.server, to: pair.client) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// From now on drops so large a part of what arrives, each time with its connection.
    ///
    /// - Parameter limit: How many connections it cuts at most, those before included.
    func cut(_ part: Double, atMost limit: Int = .max) {
        self.limit.withLock { $0 = limit }
        rate.withLock { $0 = part }
    }

    /// How many connections it has cut.
    var count: Int { cuts.withLock(\.self) }

    /// Whether there is one more connection to cut.
    private func takesCut() -> Bool {
        let limit = limit.withLock(\.self)
        return cuts.withLock { cuts in
            guard cuts < limit else { return false }
            cuts += 1
            return true
        }
    }

    private func pump(_ pair: Pair, from source: Int32, to target: Int32) {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe recv(source, &buffer, buffer.count, 0)
            if count <= 0 { break }
            if Double.random(in: 0..<1) < rate.withLock(\.self), takesCut() { break }
            var sent = 0
            while sent < count {
                let step = unsafe buffer.withUnsafeBytes { bytes in
                    unsafe send(target, bytes.baseAddress.map { unsafe $0 + sent }, count - sent, Self.flags)
                }
                if step <= 0 { break }
                sent += step
            }
        }
        pair.cut()
    }

    #if canImport(Darwin)
        private static let flags: Int32 = 0

        private static func socket() -> Int32 {
            let descriptor = Foundation.socket(AF_INET, SOCK_STREAM, 0)
            var isOn: Int32 = 1
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
            return descriptor
        }
    #else
        private static let flags = Int32(MSG_NOSIGNAL)

        private static func socket() -> Int32 { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
    #endif

    private static func withAddress(
        _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe body(address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
