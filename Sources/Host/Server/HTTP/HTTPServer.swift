internal import CMicroHTTPD
internal import Dispatch

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// An HTTP/1.1 server on libmicrohttpd: one thread for the sockets, a Swift task for each request.
///
/// ```
/// start ──▶ serving ──stop──▶ draining ──all answered, or the grace period over──▶ stopped
/// ```
///
/// A handler's task is cancelled when its client goes away and when the grace period is over. A server that was started
/// and is never stopped serves on, also when nobody refers to it any more.
final class HTTPServer: Sendable {
    private enum State {
        case idle
        case serving(HTTPDaemon, HTTPService)
        case stopping(Task<Void, Never>)
        case stopped
    }

    /// How long the last answers may take to be written after the grace period.
    private static let flushTime: Duration = .seconds(1)

    private let configuration: HTTPServerConfiguration
    private let handler: @Sendable (HTTPRequest) async -> HTTPResponse
    private let rejection: @Sendable (HTTPRejection) -> HTTPResponse
    private let state = Guarded(State.idle)

    /// - Parameters:
    ///   - configuration: where to listen, and the limits.
    ///   - handler: answers a request; runs as many times at once as there are connections.
    ///   - rejection: words the answers the server gives itself. Called on the server's thread: it must not block.
    init(
        configuration: HTTPServerConfiguration,
        handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
        rejection: @escaping @Sendable (HTTPRejection) -> HTTPResponse = { HTTPResponse(status: $0.status) }
    ) {
        self.configuration = configuration
        self.handler = handler
        self.rejection = rejection
    }

    /// Listens and serves.
    ///
    /// - Returns: the address with the real port.
    /// - Throws: `HTTPServerError`; nothing listens then.
    func start() throws(HTTPServerError) -> ListenAddress {
        let result = state.withLock { state -> Result<ListenAddress, HTTPServerError> in
            guard case .idle = state else { return .failure(error(.alreadyStarted)) }
            var address = configuration.address
            // `host` is a C string for the length of the call, and so is the pointer to the port.
            let listener = unsafe fanfare_listen(address.host, address.port, &address.port)
            guard listener >= 0 else { return .failure(error(Self.code(errno: -listener))) }
            let service = HTTPService(configuration: configuration, handler: handler, rejection: rejection)
            guard let daemon = HTTPDaemon.start(service, listener: listener) else {
                return .failure(error(.system(errno: 0)))
            }
            state = .serving(daemon, service)
            return .success(address)
        }
        return try result.get()
    }

    /// Takes nothing new, waits for what is in flight, answers the rest with `.shuttingDown`, and closes everything.
    ///
    /// Calling it again waits for the first call. Cancelling the caller does not shorten it.
    ///
    /// - Parameter grace: how long requests in flight may take.
    func stop(grace: Duration = .seconds(10)) async {
        let work = state.withLock { state -> Task<Void, Never>? in
            switch state {
            case .serving(let daemon, let service):
                let task = Task { await shutDown(daemon, service, grace) }
                state = .stopping(task)
                return task
            case .stopping(let task):
                return task
            case .idle, .stopped:
                state = .stopped
                return nil
            }
        }
        await work?.value
    }

    private func shutDown(_ daemon: HTTPDaemon, _ service: HTTPService, _ grace: Duration) async {
        service.exchanges.close()
        let listener = daemon.quiesce()
        await service.exchanges.drain(within: grace)

        // libmicrohttpd aborts the process when it is stopped with a suspended connection. After this loop there is
        // none: what was suspended is resumed, what was arriving is marked, what arrives from now on finds it closed.
        let refusal = service.rejection(.shuttingDown)
        for exchange in service.exchanges.all { exchange.refuse(refusal) }
        await service.exchanges.drain(within: Self.flushTime)

        await withCheckedContinuation { continuation in
            // Waits for a thread to end, so it must not run on the cooperative pool.
            DispatchQueue(label: "fanfare.http.stop").async {
                daemon.stop(listener: listener)
                continuation.resume()
            }
        }
        state.withLock { $0 = .stopped }
    }

    private func error(_ code: HTTPServerError.Code) -> HTTPServerError {
        HTTPServerError(code: code, address: configuration.address)
    }

    private static func code(errno: Int32) -> HTTPServerError.Code {
        switch errno {
        case EADDRINUSE: .addressInUse
        case EADDRNOTAVAIL: .addressNotAvailable
        case EACCES, EPERM: .permissionDenied
        default: .system(errno: errno)
        }
    }
}
