internal import CMicroHTTPD

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A running daemon of libmicrohttpd: its one thread, its listening socket, and the service its callbacks use.
///
/// Memory: the daemon holds one reference to the service, taken in `start` and given back in `stop`, after the thread
/// has ended and no callback can run. Each request holds one reference to its exchange, taken in `targetArrived`, the
/// first callback of every request, and given back in `requestCompleted`, its last, which libmicrohttpd calls once for
/// every request `targetArrived` was called for: answered, timed out, broken off, or cut off by a stop.
///
/// `@unchecked Sendable`: the pointers never change, and libmicrohttpd allows quiescing and stopping from any thread.
/// `HTTPServer` does each once, one after the other.
@safe struct HTTPDaemon: @unchecked Sendable {
    private let raw: OpaquePointer
    private let service: Unmanaged<HTTPService>

    /// Starts to serve `listener`, which the daemon owns from then on.
    ///
    /// - Returns: `nil` when libmicrohttpd refused; `listener` is closed then.
    static func start(_ service: HTTPService, listener: Int32) -> HTTPDaemon? {
        let configuration = service.configuration
        let timeout = configuration.idleTimeout.components
        let reference = unsafe Unmanaged.passRetained(service)
        let raw = unsafe fanfare_mhd_start(
            listener,
            UInt32(clamping: configuration.connectionLimit),
            configuration.connectionMemoryLimit,
            UInt32(clamping: timeout.seconds + (timeout.attoseconds > 0 ? 1 : 0)),
            requestAdvanced,
            requestCompleted,
            targetArrived,
            reference.toOpaque()
        )
        guard let raw = unsafe raw else {
            unsafe reference.release()
            close(listener)
            return nil
        }
        return unsafe HTTPDaemon(raw: raw, service: reference)
    }

    /// Refuses new connections.
    ///
    /// - Returns: the listening socket, for `stop`; -1 when there is none.
    func quiesce() -> Int32 {
        let listener = unsafe MHD_quiesce_daemon(raw)
        // The daemon's thread may still use the descriptor until it has ended, but nobody should queue behind it.
        if listener >= 0 { shutdown(listener, Int32(SHUT_RDWR)) }
        return listener
    }

    /// Closes every connection and waits for the thread to end. Blocks. No exchange may be handling.
    func stop(listener: Int32) {
        unsafe MHD_stop_daemon(raw)
        if listener >= 0 { close(listener) }
        unsafe service.release()
    }
}

/// The request line has been read. What is returned becomes the request's `context` in the other two callbacks.
private func targetArrived(
    service: UnsafeMutableRawPointer?,
    target: UnsafePointer<CChar>?,
    connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let service = unsafe service, let target = unsafe target else { return nil }
    // The daemon holds its reference to the service for as long as callbacks run.
    let owner = unsafe Unmanaged<HTTPService>.fromOpaque(service).takeUnretainedValue()
    let parsed = Result { () throws(HTTPTargetError) in
        guard let text = unsafe String(validatingCString: target) else { throw .notText }
        return try HTTPTarget(parsing: text)
    }
    return unsafe Unmanaged.passRetained(HTTPExchange(service: owner, target: parsed)).toOpaque()
}

/// The headers are here, a piece of the body is, the body is complete, or the connection was resumed.
private func requestAdvanced(
    service: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    path: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>?,
    piece: UnsafePointer<CChar>?,
    pieceSize: UnsafeMutablePointer<Int>?,
    context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard
        let raw = unsafe connection, let method = unsafe method, let pieceSize = unsafe pieceSize,
        let reference = unsafe context?.pointee
    else { return .NO }
    // The request's own reference keeps the exchange alive until `requestCompleted`.
    let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(reference).takeUnretainedValue()
    let connection = unsafe HTTPConnection(raw)
    let step: HTTPExchangeStep
    if let piece = unsafe piece, unsafe pieceSize.pointee > 0 {
        // The piece is valid during the call and is copied; a size of 0 says that all of it was taken.
        step = unsafe exchange.receive(UnsafeRawBufferPointer(start: piece, count: pieceSize.pointee))
        unsafe pieceSize.pointee = 0
    } else {
        step = exchange.advance(HTTPMethod(rawValue: unsafe String(cString: method)), connection)
    }
    switch step {
    case .proceed, .wait: return .YES
    case .drop: return .NO
    case .respond(let response, let closing): return connection.queue(response, closing: closing) ? .YES : .NO
    }
}

/// The request is over, whichever way.
private func requestCompleted(
    service: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    reason: MHD_RequestTerminationCode
) {
    guard let reference = unsafe context?.pointee else { return }
    // Gives back the reference `targetArrived` took; clearing the pointer makes a second release impossible.
    unsafe context?.pointee = nil
    unsafe Unmanaged<HTTPExchange>.fromOpaque(reference).takeRetainedValue().end()
}
