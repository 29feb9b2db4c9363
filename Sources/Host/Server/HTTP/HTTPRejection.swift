/// Why the server answers a request itself, without asking the handler. Closed on purpose: the caller words each one.
///
/// Headers too large for a connection's memory are not among them: libmicrohttpd answers those with a bare 431.
enum HTTPRejection: Hashable, Sendable {
    /// The body is longer than the limit, in bytes.
    case bodyTooLarge(limit: Int)

    /// The request is malformed; the reason is a clause fit for the client.
    case badRequest(reason: String)

    /// The server is stopping, and takes or finishes nothing more.
    case shuttingDown

    /// The status code of the answer.
    var status: Int {
        switch self {
        case .bodyTooLarge: 413
        case .badRequest: 400
        case .shuttingDown: 503
        }
    }
}
