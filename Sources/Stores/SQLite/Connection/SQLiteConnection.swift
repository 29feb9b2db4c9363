internal import CSQLite

/// A connection to a database file, for one thread.
///
/// It is opened without SQLite's own locks (`SQLITE_OPEN_NOMUTEX`). That is safe because the class is not `Sendable`:
/// made as the resource of a `BlockingThread`, it is kept there by the compiler. `raw` is valid from `init` to `deinit`.
@safe final class SQLiteConnection {
    /// What a connection is for.
    enum Role { case writer, reader }

    /// Statements kept; the module has fewer, so the limit only bounds SQL made at run time.
    private static let cacheLimit = 256

    let path: String
    /// How many statements were compiled; a cached one counts once.
    private(set) var compiled = 0
    /// Pages in the write-ahead log after the last commit of this connection.
    fileprivate(set) var logPages = 0
    private let raw: OpaquePointer
    private var cache: [String: PreparedStatement] = [:]

    /// Opens the file, making it if it is missing and the role is writer.
    ///
    /// - Throws: ``SQLiteError`` that names the path and, where it is known, what is wrong with it.
    init(_ path: String, as role: Role) throws {
        var raw: OpaquePointer?
        // A reader opens for writing too, or it could not take part in the log's shared memory; `query_only` holds it.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (role == .writer ? SQLITE_OPEN_CREATE : 0)
        let code = unsafe sqlite3_open_v2(path, &raw, flags, nil)
        guard code == SQLITE_OK, let raw = unsafe raw else {
            // Also after a failure there is a handle, which holds the message.
            defer { unsafe sqlite3_close_v2(raw) }
            let extended = unsafe raw == nil ? code : sqlite3_extended_errcode(raw)
            throw unsafe SQLiteError(extended, of: raw, in: "open").explained(for: path)
        }
        unsafe self.raw = raw
        self.path = path
        unsafe sqlite3_extended_result_codes(raw, 1)
        unsafe sqlite3_busy_timeout(raw, SQLiteConnection.busyTimeout)
        do { try configure(as: role) } catch let error as SQLiteError { throw error.explained(for: path) }
    }

    deinit {
        // Before the statements, which the array frees next; close_v2 waits for the last of them.
        cache = [:]
        unsafe sqlite3_close_v2(raw)
    }

    /// True between BEGIN and COMMIT or ROLLBACK, also one that SQLite did by itself after an error.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(raw) == 0 }

    /// Rows that the last INSERT, UPDATE or DELETE touched.
    var changes: Int { Int(unsafe sqlite3_changes64(raw)) }

    /// The statement for a query, compiled at its first use and kept.
    ///
    /// While one user has it, another gets one of its own, so that the same query may be nested.
    func statement(_ query: SQLiteQuery) throws -> SQLiteStatement {
        if let kept = cache[query.text], !kept.isLent { return SQLiteStatement(kept) }
        let prepared = try unsafe PreparedStatement(query, on: raw)
        compiled += 1
        if cache.count >= Self.cacheLimit { cache = [:] }
        if cache[query.text] == nil { cache[query.text] = prepared }
        return SQLiteStatement(prepared)
    }

    /// Runs a query with these values to its end.
    func run<each Value: SQLiteBindable>(_ query: SQLiteQuery, _ values: repeat each Value) throws {
        try statement(query).run(repeat each values)
    }

    /// Runs the statements of a script, which takes no values.
    func execute(_ script: SQLiteQuery) throws {
        let code = unsafe sqlite3_exec(raw, script.text, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe SQLiteError(code, of: raw, in: script.name) }
    }

    /// A number that changes when another connection, of this process or another, has committed; own commits do not
    /// count. Costs microseconds (https://www.sqlite.org/pragma.html#pragma_data_version).
    func dataVersion() throws -> Int64 {
        let version = try statement("pragma data_version")
        return try version.step() ? version.int64(0) : 0
    }

    // MARK: Opening

    private func configure(as role: Role) throws {
        switch role {
        case .writer:
            // Of effect on a new file only, and before anything is written: pruning can then give pages back.
            try run("pragma auto_vacuum = incremental")
            try useLog()
            // The writer checkpoints between groups (SQLiteWriter); this only tells it how long the log has become.
            unsafe sqlite3_wal_hook(
                raw,
                { context, _, _, pages in
                    guard let context = unsafe context else { return SQLITE_OK }
                    unsafe Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue().logPages = Int(pages)
                    return SQLITE_OK
                },
                // Unretained: the connection outlives the hook, which ends with `raw` in `deinit`.
                Unmanaged.passUnretained(self).toOpaque()
            )
            try run("pragma cache_size = -32000")
        case .reader:
            try run("pragma query_only = on")
            try run("pragma cache_size = -4000")
        }
        try run("pragma synchronous = full")
        try run("pragma foreign_keys = on")
        // Debian's SQLite overwrites deleted cells with zeros unless told not to: a write per queue row for nothing.
        try run("pragma secure_delete = off")
        try run("pragma temp_store = memory")
        try run("pragma journal_size_limit = 67108864")
        // The pragmas read the header only; this reads the schema and so meets a damaged one now, not later.
        try run("select 1 from sqlite_schema limit 1")
    }

    /// Turns the write-ahead log on. Two connections that do so at once on a new file get SQLITE_BUSY without
    /// `busy_timeout` being asked, hence the retry.
    private func useLog() throws {
        let mode = try Retry.whileBusy {
            let journal = try statement("pragma journal_mode = wal")
            return try journal.step() ? journal.text(0) : ""
        }
        guard mode == "wal" else {
            throw SQLiteError(
                code: .cannotOpen,
                message: "it cannot have a write-ahead log (journal mode \(mode)); it must be a local file",
                statement: "open"
            )
        }
    }
}

// MARK: - The log

extension SQLiteConnection {
    /// How long SQLite itself waits for a lock, in milliseconds.
    private static let busyTimeout: Int32 = 5000

    /// Copies pages of the log into the database without waiting for anybody.
    ///
    /// - Parameter truncating: Also empties the log's file, when no reader needs it any more.
    /// - Returns: True when the whole log has been copied.
    func checkpoint(truncating: Bool) throws -> Bool {
        var pages: Int32 = 0
        var copied: Int32 = 0
        let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
        // A truncating checkpoint would wait for readers as long as the busy timeout says.
        unsafe sqlite3_busy_timeout(raw, 0)
        defer { unsafe sqlite3_busy_timeout(raw, Self.busyTimeout) }
        let code = unsafe sqlite3_wal_checkpoint_v2(raw, nil, mode, &pages, &copied)
        guard code == SQLITE_OK || code & 0xFF == SQLITE_BUSY else {
            throw unsafe SQLiteError(code, of: raw, in: "checkpoint")
        }
        if truncating && code == SQLITE_OK { logPages = 0 }
        return code == SQLITE_OK && copied == pages
    }
}
