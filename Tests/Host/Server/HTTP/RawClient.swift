import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A client that says exactly what it is told to, on a thread of its own.
///
/// `@unchecked Sendable`: `buffer` is used on `queue` only, and the descriptor never changes.
final class RawClient: @unchecked Sendable {
    struct Response: Equatable {
        var status: Int
        var head: String
        var body: String

        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
        }
    }

    struct Failure: Error {
        let step: String
        let code = errno
    }

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "client")
    private var buffer: [UInt8] = []

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var bound = timeval(tv_sec: 20, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &bound, size)
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            let failure = Failure(step: "connect")
            close(descriptor)
            throw failure
        }
    }

    deinit {
        close(descriptor)
    }

    /// Sends everything; what the server does not take is not an error.
    func send(_ text: String) async {
        await perform { [self] in
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                let count = unsafe bytes.withUnsafeBytes { bytes in
                    unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                bytes = bytes.dropFirst(count)
            }
        }
    }

    /// The next response on the connection.
    func response(toHead: Bool = false) async throws -> Response {
        try await perform { [self] () -> Result<Response, Failure> in
            while true {
                if let end = Self.end(of: buffer) {
                    let head = String(decoding: buffer[..<end], as: UTF8.self)
                    var response = Response(status: Int(head.dropFirst(9).prefix(3)) ?? 0, head: head, body: "")
                    if response.status == 100 {
                        buffer.removeFirst(end)
                        continue
                    }
                    let length = toHead ? 0 : response.header("Content-Length").flatMap { Int($0) } ?? 0
                    if buffer.count >= end + length {
                        response.body = String(decoding: buffer[end..<(end + length)], as: UTF8.self)
                        buffer.removeFirst(end + length)
                        return .success(response)
                    }
                }
                guard fill() > 0 else { return .failure(Failure(step: "receive")) }
            }
        }.get()
    }

    /// Waits until the server closes the connection; `false` when it sends something instead, or nothing for 20 seconds.
    func isClosedByServer() async -> Bool {
        await perform { [self] in
            let count = fill()
            return count == 0 || (count < 0 && errno == ECONNRESET)
        }
    }

    /// Says that nothing more will be sent.
    func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    private func fill() -> Int {
        var piece = [UInt8](repeating: 0, count: 65536)
        let count = unsafe recv(descriptor, &piece, piece.count, 0)
        if count > 0 { buffer += piece[..<count] }
        return count
    }

    private static func end(of buffer: [UInt8]) -> Int? {
        let mark: [UInt8] = [13, 10, 13, 10]
        return buffer.indices.first { buffer[$0...].starts(with: mark) }.map { $0 + 4 }
    }

    private func perform<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}
