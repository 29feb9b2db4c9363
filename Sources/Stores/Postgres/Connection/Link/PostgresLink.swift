internal import CPostgres

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// libpq's connection in non-blocking mode, with a deadline for every wait.
///
/// It is safe because the class is not `Sendable`: it stays on the thread that made it. `raw` is valid from `init` to
/// `deinit`.
@safe final class PostgresLink {
    let raw: OpaquePointer
    /// Another file to watch: when it becomes readable, every wait ends with an error.
    private let interrupt: Int32?
    /// When waiting ends; set before each exchange with the server.
    var deadline: ContinuousClock.Instant
    /// True once the connection cannot be used any more.
    private(set) var isLost = false
    /// True if it was given up because the server did not answer: it may still be at work.
    private(set) var isStuck = false

    /// Takes over a connection that is being made.
    init(_ raw: OpaquePointer, until deadline: ContinuousClock.Instant, interrupt: Int32?) {
        unsafe self.raw = raw
        self.deadline = deadline
        self.interrupt = interrupt
    }

    deinit { unsafe PQfinish(raw) }

    /// Marks the connection as one not to be used again.
    func giveUp() { isLost = true }

    /// Marks the connection as lost if libpq says so.
    func noteLoss() { if unsafe PQstatus(raw) == CONNECTION_BAD { isLost = true } }

    /// libpq's message about the connection, as the failure of what was being done. What libpq refuses to send without
    /// having lost the connection, it will always refuse.
    func failure(in statement: String?, isUncertain: Bool = false) -> PostgresError {
        noteLoss()
        let text = unsafe PQerrorMessage(raw).map { unsafe String(cString: $0) } ?? ""
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return PostgresError(
            sqlState: isLost ? .connectionFailure : .unsendableValue,
            message: words.isEmpty ? "the connection is lost" : words,
            statement: statement,
            mayHaveCommitted: isUncertain
        )
    }

    // MARK: Waiting

    /// Waits until the socket is ready for one of these.
    ///
    /// - Throws: ``PostgresError`` when the time is over or the wait was interrupted; the connection is then lost.
    func wait(for events: Int32, in statement: String?, isUncertain: Bool = false) throws {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else {
                giveUp()
                isStuck = true
                throw PostgresError(
                    sqlState: .timedOut,
                    message: "the server did not answer in time",
                    statement: statement,
                    mayHaveCommitted: isUncertain
                )
            }
            switch ready(for: events, within: left) {
            case .socket: return
            case .interrupt:
                giveUp()
                throw PostgresError(sqlState: .poolClosed, message: "interrupted", statement: statement)
            case .nothing: continue
            }
        }
    }

    /// What ended a wait.
    enum Wakening { case socket, interrupt, nothing }

    /// Waits for the socket or the interrupt, once.
    func ready(for events: Int32, within limit: Duration) -> Wakening {
        // libpq has closed it, and tells why when it is asked.
        guard unsafe PQsocket(raw) >= 0 else { return .socket }
        // A negative number is a file that poll leaves out.
        var files = [
            pollfd(fd: unsafe PQsocket(raw), events: Int16(events), revents: 0),
            pollfd(fd: interrupt ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        // Rounded up, or the last millisecond would be waited for in a loop.
        let milliseconds = Int32(clamping: Int64((limit / .milliseconds(1)).rounded(.up)))
        guard unsafe poll(&files, 2, max(0, milliseconds)) > 0 else { return .nothing }
        return files[1].revents != 0 ? .interrupt : .socket
    }

    // MARK: Exchanging

    /// Sends all that libpq holds, and takes what comes meanwhile: a server that cannot send does not read either.
    func flush(in statement: String, isUncertain: Bool = false) throws {
        while true {
            switch unsafe PQflush(raw) {
            case 0: return
            case 1:
                try wait(for: POLLIN | POLLOUT, in: statement, isUncertain: isUncertain)
                guard unsafe PQconsumeInput(raw) == 1 else {
                    throw failure(in: statement, isUncertain: isUncertain)
                }
            default: throw failure(in: statement, isUncertain: isUncertain)
            }
        }
    }

    /// The next result; nil at the end of a statement's results. What has been sent must have been flushed.
    func next(of statement: String, isUncertain: Bool = false) throws -> PostgresResult? {
        while unsafe PQisBusy(raw) != 0 {
            // libpq 15 may leave the rest of a TLS record in OpenSSL's memory, where poll does not see it. It reads 8 kB
            // at least and a record has 16, so that one more time is enough.
            if unsafe PQsslInUse(raw) != 0, unsafe PQconsumeInput(raw) == 1, unsafe PQisBusy(raw) == 0 { break }
            try wait(for: POLLIN, in: statement, isUncertain: isUncertain)
            // When that fails, the next result is the error that tells why.
            if unsafe PQconsumeInput(raw) == 0 { break }
        }
        return unsafe PQgetResult(raw).map { unsafe PostgresResult($0, of: statement) }
    }

    /// Whether the connection still stands, as far as that can be told without asking the server.
    ///
    /// What a server says to an idle connection is mostly that it ends it.
    func stands() -> Bool {
        while !isLost, ready(for: POLLIN, within: .zero) == .socket {
            if unsafe PQconsumeInput(raw) == 0 { giveUp() }
        }
        return !isLost
    }
}
