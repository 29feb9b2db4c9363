internal import CSQLite

/// A statement on loan from its connection's cache.
///
///     let due = try connection.statement(.due)
///     try due.bind(now, limit)
///     while try due.step() { ids.append(try due.uuid(0)) }
///
/// When it goes out of scope, also by an error, the statement is reset, its values are forgotten and it is back in the
/// cache. Parameters are numbered from 1 as in SQL, columns from 0.
struct SQLiteStatement: ~Copyable {
    let prepared: PreparedStatement

    init(_ prepared: PreparedStatement) {
        prepared.isLent = true
        self.prepared = prepared
    }

    deinit {
        prepared.reset()
        prepared.clear()
        prepared.isLent = false
    }

    /// Binds values to the parameters 1, 2, … and begins a new run.
    func bind<each Value: SQLiteBindable>(_ values: repeat each Value) throws {
        prepared.reset()
        var index: Int32 = 0
        for value in repeat each values {
            index += 1
            try check(value.bind(to: prepared, at: index))
        }
    }

    /// Binds one value; `bind` with all of them begins the run, this adds to it.
    func bind(_ value: some SQLiteBindable, at index: Int) throws {
        try check(value.bind(to: prepared, at: Int32(index)))
    }

    /// Goes to the next row; false when there is none, and then the statement can be bound and run again.
    func step() throws -> Bool {
        switch unsafe sqlite3_step(prepared.raw) {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            prepared.reset()
            return false
        case let code:
            // The message belongs to the connection and is gone after the reset.
            let error = prepared.error(code)
            prepared.reset()
            throw error
        }
    }

    /// Runs the statement with these values to its end, ignoring rows; for the body of a loop that inserts.
    func run<each Value: SQLiteBindable>(_ values: repeat each Value) throws {
        try bind(repeat each values)
        while try step() {}
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw prepared.error(code) }
    }
}
