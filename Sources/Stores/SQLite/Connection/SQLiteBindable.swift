internal import CSQLite
internal import FoundationEssentials

/// A value that can be bound to a statement's parameter. No value is boxed on the way.
protocol SQLiteBindable {
    /// Binds the value and returns SQLite's result code.
    func bind(to statement: PreparedStatement, at index: Int32) -> Int32
}

extension Int64: SQLiteBindable {
    func bind(to statement: PreparedStatement, at index: Int32) -> Int32 {
        unsafe sqlite3_bind_int64(statement.raw, index, self)
    }
}

extension Int: SQLiteBindable {
    func bind(to statement: PreparedStatement, at index: Int32) -> Int32 {
        unsafe sqlite3_bind_int64(statement.raw, index, Int64(self))
    }
}

/// Stored as 0 or 1, as SQLite has no type for it.
extension Bool: SQLiteBindable {
    func bind(to statement: PreparedStatement, at index: Int32) -> Int32 {
        unsafe sqlite3_bind_int64(statement.raw, index, self ? 1 : 0)
    }
}

extension Double: SQLiteBindable {
    func bind(to statement: PreparedStatement, at index: Int32) -> Int32 {
        unsafe sqlite3_bind_double(statement.raw, index, self)
    }
}

extension String: SQLiteBindable {
    func bind(to statement: PreparedStatement, at index: Int32) -> Int32 {
        var copy = self
        return copy.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                // The empty string may have no address, and a null pointer would bind NULL.
                guard let start = characters.baseAddress else {
                    return unsafe fanfare_sqlite3_bind_text(statement.raw, index, "", 0)
                }
                return unsafe fanfare_sqlite3_bind_text(statement.raw, index, start, characters.count)
            }
        }
    }
}

/// A blob.
extension [UInt8]: SQLiteBindable {
    func bind(to statement: PreparedStatement, at index: Int32) -> Int32 {
        unsafe withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, unsafe !bytes.isEmpty else {
                return unsafe sqlite3_bind_zeroblob(statement.raw, index, 0)
            }
            return unsafe fanfare_sqlite3_bind_blob(statement.raw, index, start, bytes.count)
        }
    }
}

/// A blob of the 16 bytes: half the size of text, and a UUIDv7 sorts by time in either form.
extension UUID: SQLiteBindable {
    func bind(to statement: PreparedStatement, at index: Int32) -> Int32 {
        unsafe withUnsafeBytes(of: uuid) { bytes in
            unsafe fanfare_sqlite3_bind_blob(statement.raw, index, bytes.baseAddress, 16)
        }
    }
}

/// `nil` is NULL.
extension Optional: SQLiteBindable where Wrapped: SQLiteBindable {
    func bind(to statement: PreparedStatement, at index: Int32) -> Int32 {
        guard let self else { return unsafe sqlite3_bind_null(statement.raw, index) }
        return self.bind(to: statement, at: index)
    }
}
