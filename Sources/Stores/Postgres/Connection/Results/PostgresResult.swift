internal import CPostgres

/// A result of the server; owns libpq's object and frees it.
///
/// It is safe to share: libpq does not change a result after it has handed it out, and its accessors only read it
/// (https://www.postgresql.org/docs/15/libpq-threading.html). `raw` is valid from `init` to `deinit`.
@safe final class PostgresResult: @unchecked Sendable {
    let raw: OpaquePointer
    /// The name of the statement, for errors.
    let statement: String
    let count: Int
    /// The number of each column's type.
    let types: [UInt32]

    /// Takes over the result.
    init(_ raw: OpaquePointer, of statement: String) {
        unsafe self.raw = raw
        self.statement = statement
        self.count = unsafe Int(PQntuples(raw))
        self.types = unsafe (0..<PQnfields(raw)).map { unsafe PQftype(raw, $0) }
    }

    deinit { unsafe PQclear(raw) }

    var status: ExecStatusType { unsafe PQresultStatus(raw) }

    /// Rows that an INSERT, UPDATE, DELETE, SELECT or COPY touched.
    var affected: Int { unsafe PQcmdTuples(raw).flatMap { unsafe Int(String(cString: $0)) } ?? 0 }

    /// The command that was run, with its count: `COMMIT`, `INSERT 0 1`.
    var command: String { unsafe PQcmdStatus(raw).map { unsafe String(cString: $0) } ?? "" }

    func error(isUncertain: Bool) -> PostgresError {
        unsafe PostgresError(raw, in: statement, isUncertain: isUncertain)
    }
}
