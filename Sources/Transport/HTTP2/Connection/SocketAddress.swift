#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// An address of a server, as the system's resolver gives it.
struct SocketAddress: Hashable, Sendable {
    private let family: Int32
    private let bytes: [UInt8]

    /// All addresses of a host, in the order to try them. Blocks, for as long as the system's resolver does.
    ///
    /// Nothing is kept from one call to the next: push services change what their names stand for, to spread the load.
    ///
    /// - Throws: ``HTTP2Failure`` with what the resolver said.
    static func resolve(_ host: String, port: UInt16) throws(HTTP2Failure) -> [SocketAddress] {
        var hints = unsafe addrinfo()
        #if canImport(Darwin)
            unsafe hints.ai_socktype = SOCK_STREAM
        #else
            unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        unsafe hints.ai_flags = AI_NUMERICSERV
        var first: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, String(port), &hints, &first)
        guard code == 0 else {
            let text = unsafe String(cString: gai_strerror(code))
            throw HTTP2Failure(.notSent, .connectFailed, detail: "the name \(host) cannot be resolved: \(text)")
        }
        defer { unsafe freeaddrinfo(first) }
        var found: [SocketAddress] = []
        var next = unsafe first
        while let info = unsafe next?.pointee {
            unsafe next = info.ai_next
            let bytes = unsafe UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))
            unsafe found.append(SocketAddress(family: info.ai_family, bytes: Array(bytes)))
        }
        return found
    }

    /// A socket that is connecting to the address, or what the system calls the error.
    func connectingSocket() -> Result<Socket, ConnectError> {
        #if canImport(Darwin)
            let descriptor = socket(family, SOCK_STREAM, 0)
        #else
            let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { return .failure(ConnectError(code: errno)) }
        let socket = Socket(adopting: descriptor)
        let returned = unsafe bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return Int32(-1) }
            return unsafe connect(descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        guard returned == 0 || errno == EINPROGRESS else { return .failure(ConnectError(code: errno)) }
        return .success(socket)
    }
}
