internal import CPostgres

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Many rows at once (https://www.postgresql.org/docs/15/libpq-copy.html).
extension PostgresConnection {
    /// Adds rows to a table, all or none, in a transaction of their own unless one is open.
    ///
    /// - Parameters:
    ///   - table: The table with its schema, as in SQL: `fanfare.deliveries`.
    ///   - columns: Their names as in SQL, in the order of the rows' values.
    ///   - rows: The rows.
    /// - Throws: ``PostgresError``. No row was stored, unless it says that they may have been.
    func copy(into table: String, columns: [String], _ rows: PostgresCopy) throws {
        let name = "copy into \(table)"
        if let fault = rows.fault { throw Self.unsendable(fault, name) }
        let isUncertain = !isInTransaction
        let list = columns.joined(separator: ", ")
        let statement = PostgresStatement(name, "copy \(table) (\(list)) from stdin (format binary)")
        try begin(name)
        guard unsafe PQsendQuery(link.raw, text(of: statement)) == 1 else { throw link.failure(in: name) }
        try link.flush(in: name)
        guard let first = try link.next(of: name) else { throw link.failure(in: name) }
        guard first.status == PGRES_COPY_IN else {
            let error = first.error(isUncertain: false)
            _ = try? finish(name, false)
            link.noteLoss()
            throw error
        }
        for piece in rows.pieces {
            try put(name, isUncertain) {
                unsafe piece.withUnsafeBytes { bytes in
                    let characters = unsafe bytes.bindMemory(to: CChar.self)
                    return unsafe PQputCopyData(link.raw, characters.baseAddress, Int32(characters.count))
                }
            }
        }
        try put(name, isUncertain) { unsafe PQputCopyEnd(link.raw, nil) }
        try link.flush(in: name, isUncertain: isUncertain)
        _ = try finish(name, isUncertain)
    }

    /// Calls one of libpq's two functions until it has taken its data. When it fails, the results tell why.
    private func put(_ name: String, _ isUncertain: Bool, _ body: () -> Int32) throws {
        while body() == 0 {
            try link.wait(for: POLLIN | POLLOUT, in: name, isUncertain: isUncertain)
            guard unsafe PQconsumeInput(link.raw) == 1 else {
                throw link.failure(in: name, isUncertain: isUncertain)
            }
        }
    }
}
