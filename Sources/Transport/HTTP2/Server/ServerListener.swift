#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// The socket that takes connections.
final class ServerListener: LoopMember {
    private let listening: Socket
    private let welcome: (Socket) -> Void

    /// - Parameter welcome: Is given each new connection.
    init(_ socket: Socket, welcome: @escaping (Socket) -> Void) {
        listening = socket
        self.welcome = welcome
    }

    var watched: WatchedSocket? { WatchedSocket(listening.descriptor, forReading: true, forWriting: false) }
    var deadline: ContinuousClock.Instant? { nil }
    func finishTurn(at now: ContinuousClock.Instant) {}

    func wake(_ readiness: Readiness, at now: ContinuousClock.Instant) {
        while true {
            let descriptor = accept(listening.descriptor, nil, nil)
            guard descriptor >= 0 else { return }
            welcome(Socket(adopting: descriptor))
        }
    }

    /// Listens on 127.0.0.1, on a port that the system chooses.
    ///
    /// - Returns: The descriptor, which the caller closes, and the port.
    static func open() throws(HTTP2ServerError) -> (descriptor: Int32, port: UInt16) {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw error("socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, size) == 0 && listen(descriptor, 1024) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        guard isOpen else {
            defer { close(descriptor) }
            throw error("listen")
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private static func error(_ call: String) -> HTTP2ServerError {
        HTTP2ServerError("\(call): \(Socket.text(of: errno))")
    }
}
