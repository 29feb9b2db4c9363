internal import CSQLite
internal import FoundationEssentials

/// The columns of the row that `step` has gone to, numbered from 0. Values are copied out, straight into their type.
///
/// SQLite converts where the types differ and reads NULL as 0 or empty; the tables are `STRICT`, and a column that may
/// be NULL is read with its `optional…` twin.
extension SQLiteStatement {
    func int64(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(prepared.raw, column) }

    func int(_ column: Int32) -> Int { Int(int64(column)) }

    func bool(_ column: Int32) -> Bool { int64(column) != 0 }

    func double(_ column: Int32) -> Double { unsafe sqlite3_column_double(prepared.raw, column) }

    func text(_ column: Int32) -> String {
        // In this order: the first call converts to UTF-8, the second then counts its bytes.
        guard let start = unsafe sqlite3_column_text(prepared.raw, column) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(prepared.raw, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The bytes of a text, without making a `String` of them first.
    func utf8(_ column: Int32) -> Data {
        guard let start = unsafe sqlite3_column_text(prepared.raw, column) else { return Data() }
        return unsafe Data(bytes: start, count: Int(sqlite3_column_bytes(prepared.raw, column)))
    }

    func blob(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(prepared.raw, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(prepared.raw, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// - Throws: ``SQLiteError`` when the column does not hold 16 bytes.
    func uuid(_ column: Int32) throws -> UUID {
        guard let start = unsafe sqlite3_column_blob(prepared.raw, column),
            unsafe sqlite3_column_bytes(prepared.raw, column) == 16
        else {
            throw SQLiteError(code: .corrupt, message: "column \(column) is no UUID", statement: prepared.name)
        }
        return unsafe UUID(uuid: start.loadUnaligned(as: uuid_t.self))
    }

    func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(prepared.raw, column) == SQLITE_NULL }

    func optionalInt64(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }

    func optionalInt(_ column: Int32) -> Int? { isNull(column) ? nil : int(column) }

    func optionalBool(_ column: Int32) -> Bool? { isNull(column) ? nil : bool(column) }

    func optionalDouble(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }

    /// - Throws: ``SQLiteError`` when the column is neither NULL nor 16 bytes.
    func optionalUUID(_ column: Int32) throws -> UUID? { isNull(column) ? nil : try uuid(column) }
}
