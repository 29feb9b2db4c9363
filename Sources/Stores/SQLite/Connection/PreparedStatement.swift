internal import CSQLite

/// A compiled statement; owns SQLite's object and frees it.
///
/// It is safe because `raw` is valid from `init` to `deinit`, is used by the connection's one thread only (the class is
/// not `Sendable`), and every call checks what SQLite requires: a fresh state before binding, a row before reading.
@safe final class PreparedStatement {
    let raw: OpaquePointer
    let name: String
    /// True while a ``SQLiteStatement`` uses it: the cache lends it to one user at a time.
    var isLent = false

    /// Compiles the first statement of the query's text.
    ///
    /// `SQLITE_PREPARE_PERSISTENT` tells SQLite that it will be kept and used again.
    init(_ query: SQLiteQuery, on connection: OpaquePointer) throws {
        var raw: OpaquePointer?
        var text = query.text
        let code = text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe sqlite3_prepare_v3(
                    connection,
                    characters.baseAddress,
                    Int32(characters.count),
                    UInt32(SQLITE_PREPARE_PERSISTENT),
                    &raw,
                    nil
                )
            }
        }
        guard code == SQLITE_OK else { throw unsafe SQLiteError(code, of: connection, in: query.name) }
        guard let raw = unsafe raw else {
            throw SQLiteError(code: .misuse, message: "there is no statement in the text", statement: query.name)
        }
        unsafe self.raw = raw
        self.name = query.name
    }

    deinit { unsafe sqlite3_finalize(raw) }

    /// Makes the statement ready for new values and another run. What it returns is the failure of the run before,
    /// which has been thrown already.
    func reset() { unsafe sqlite3_reset(raw) }

    /// Forgets bound values, and with them the memory of large ones.
    func clear() { unsafe sqlite3_clear_bindings(raw) }

    func error(_ code: Int32) -> SQLiteError {
        unsafe SQLiteError(code, of: sqlite3_db_handle(raw), in: name)
    }
}
