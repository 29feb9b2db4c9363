internal import FanfareCore
internal import Synchronization

/// Ordinary HTTP requests, such as those for access tokens, and mail: HTTP/2 where TLS finds that the server speaks it (ALPN),
/// HTTP/1.1 elsewhere, and SMTP.
///
/// All requests and mails run side by side on one thread, which starts with the first one; connections are kept for those to come.
/// Servers are verified by the system's certificates and the file of the configuration, and by the host's name. Redirects are
/// answers like others. Proxies are not used, whatever the environment says: where requests go is for the configuration
/// alone to say.
///
/// **Nothing is sent twice.** The library would repeat a request whose kept connection turns out to be closed; here that is
/// a failure of the kind `uncertain`.
package final class CurlClient: Sendable {
    private enum State {
        case unused
        case started(Task<CurlWorker, any Error>)
        case stopped
    }

    private let configuration: CurlConfiguration
    private let sockets = SocketCount()
    private let state = Mutex(State.unused)

    /// Creates a client. Starts nothing and reads no file yet.
    package init(_ configuration: CurlConfiguration = CurlConfiguration()) { self.configuration = configuration }

    /// How many connections are open, those included that nobody has noticed to be closed by the server.
    package var openConnections: Int { sockets.value }

    /// Sends a request, once.
    ///
    /// - Returns: The answer, whatever its status is.
    /// - Throws: ``CurlFailure`` if there is none; `CancellationError` only if nothing was written.
    package func send(_ request: CurlRequest) async throws -> CurlResponse {
        guard request.isValid else {
            throw CurlFailure(.misconfigured, .invalidRequest, detail: "its method, URL or header cannot be written")
        }
        return try await worker().send(request)
    }

    /// Sends a mail, once.
    ///
    /// It goes over a connection that is kept, if there is one, or a new one; one that turns out to be at its end (421, 451
    /// 4.4.2, closed) before anything of the message was written is replaced by a new one without further ado.
    ///
    /// - Parameter onNewConnection: Whether no kept connection is used.
    /// - Returns: What the server said in the end: that it has taken the mail, or the reply that refused it, wherever it came.
    /// - Throws: ``CurlFailure`` if there is no such reply: of the kind `uncertain` if the server may have the whole message,
    ///   else `notSent` or `misconfigured`; `CancellationError` only if it cannot have it.
    package func send(
        _ mail: SMTPMail,
        to server: SMTPServer,
        onNewConnection: Bool = false
    ) async throws -> SMTPReply {
        try server.validate()
        try mail.validate()
        return try await worker().perform(.mail(SMTPTransaction(mail)), at: server, onNewConnection: onNewConnection)
    }

    /// Opens a new connection to a mail server, logs in, and takes leave.
    ///
    /// - Returns: The last reply, to EHLO or the login, or the one that refused to go on.
    /// - Throws: ``CurlFailure`` if there is none.
    package func check(_ server: SMTPServer) async throws -> SMTPReply {
        try server.validate()
        return try await worker().perform(.check, at: server, onNewConnection: true)
    }

    /// Takes no more requests, ends those under way as failures, closes the connections and ends the thread.
    package func shutdown() async {
        let last = state.withLock { state in
            defer { state = .stopped }
            return state
        }
        guard case .started(let start) = last, let worker = try? await start.value else { return }
        await worker.stop()
    }

    /// The one worker, started if need be.
    private func worker() async throws -> CurlWorker {
        let start = try state.withLock { state in
            switch state {
            case .started(let start): return start
            case .stopped: throw CurlFailure(.notSent, .shuttingDown)
            case .unused:
                let start = Task { [configuration, sockets] in try await CurlWorker(configuration, sockets) }
                state = .started(start)
                return start
            }
        }
        do { return try await start.value } catch {
            // The next request tries again: a file may be mended, and threads come free.
            state.withLock { state in
                if case .started(start) = state { state = .unused }
            }
            throw error as? CurlFailure ?? CurlFailure(.notSent, .exhausted, detail: "\(error)")
        }
    }
}
