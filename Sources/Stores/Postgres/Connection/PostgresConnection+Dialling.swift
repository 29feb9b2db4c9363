internal import CPostgres
internal import FanfareCore

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

extension PostgresConnection {
    /// How long the server may take for one call, a little longer than the server's own limit for a statement.
    static let usualCallLimit = Duration.seconds(45)

    /// Makes a connection. Blocks until it stands or the location's time for it is over.
    ///
    /// - Parameters:
    ///   - location: The server.
    ///   - callLimit: How long the server may take for one call.
    ///   - interrupt: A file that ends every wait when it becomes readable.
    /// - Throws: ``PostgresError`` that says what is in the way, without the password.
    static func dial(
        _ location: PostgresLocation,
        callLimit: Duration = usualCallLimit,
        interrupt: Int32? = nil
    ) throws -> PostgresConnection {
        let options = location.options.reveal()
        let raw = unsafe withCStrings(options.map(\.0)) { keywords in
            unsafe withCStrings(options.map(\.1)) { values in unsafe PQconnectStartParams(keywords, values, 0) }
        }
        guard let raw = unsafe raw else {
            throw PostgresError(sqlState: .cannotConnect, message: "out of memory", statement: "connect")
        }
        let link = unsafe PostgresLink(raw, until: .now + location.connectLimit, interrupt: interrupt)
        // The only way to learn the state of a refusal; the text is taken apart again.
        unsafe PQsetErrorVerbosity(raw, PQERRORS_VERBOSE)
        // libpq would write the server's notices to the standard error.
        unsafe PQsetNoticeReceiver(raw, { _, _ in }, nil)
        try establish(link)
        // From now on results have the state, and libpq's own text shall not repeat the server's, which may quote values.
        unsafe PQsetErrorVerbosity(raw, PQERRORS_SQLSTATE)
        guard unsafe PQsetnonblocking(raw, 1) == 0 else { throw link.failure(in: "connect") }
        return PostgresConnection(link, to: location, callLimit: callLimit)
    }

    private static func establish(_ link: PostgresLink) throws {
        var step = unsafe PQstatus(link.raw) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while true {
            switch step {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_READING: try link.wait(for: POLLIN, in: "connect")
            case PGRES_POLLING_WRITING: try link.wait(for: POLLOUT, in: "connect")
            default:
                throw PostgresError(
                    dialling: unsafe PQerrorMessage(link.raw).map { unsafe String(cString: $0) } ?? ""
                )
            }
            step = unsafe PQconnectPoll(link.raw)
        }
    }

    /// Hands out texts as C has a list of them: addresses, and null at the end.
    private static func withCStrings<Result>(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = unsafe texts.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(unsafe copies.map { unsafe UnsafePointer($0) } + [nil])
    }
}
