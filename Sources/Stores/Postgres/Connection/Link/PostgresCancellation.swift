internal import CPostgres

/// Asks the server to stop what a connection runs; a request of its own, over a connection of its own.
///
/// It is safe to share: libpq's object is never changed, and `PQcancel` may be called on any thread
/// (https://www.postgresql.org/docs/15/libpq-cancel.html). `raw` is valid from `init` to `deinit`.
@safe final class PostgresCancellation: @unchecked Sendable {
    private let raw: OpaquePointer

    /// For what the connection runs now or later; nil if it is not open.
    init?(_ connection: OpaquePointer) {
        guard let raw = unsafe PQgetCancel(connection) else { return nil }
        unsafe self.raw = raw
    }

    deinit { unsafe PQfreeCancel(raw) }

    /// Sends the request. Blocks until the server has taken it or cannot be reached.
    func send() {
        // What went wrong is of use to nobody: the caller has given up already.
        var message = [CChar](repeating: 0, count: 256)
        unsafe _ = PQcancel(raw, &message, Int32(message.count))
    }
}
