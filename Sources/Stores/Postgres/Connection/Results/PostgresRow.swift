internal import CPostgres
internal import FanfareCore
internal import FoundationEssentials

/// One row; columns are numbered from 0. Values are copied out of the binary format, straight into their type.
///
/// Each accessor throws a ``PostgresError`` when the column has another type, is not there, or is NULL; a column that may
/// be NULL is read with its `optional…` twin.
struct PostgresRow: Sendable {
    let result: PostgresResult
    let row: Int

    func isNull(_ column: Int) throws -> Bool { try unsafe value(column) == nil }

    func optionalInt64(_ column: Int) throws -> Int64? {
        guard let bytes = try unsafe value(column) else { return nil }
        switch result.types[column] {
        case PostgresType.int8.oid: return try unsafe Int64(number(bytes, column) as Int64)
        case PostgresType.int4.oid: return try unsafe Int64(number(bytes, column) as Int32)
        case PostgresType.int2.oid: return try unsafe Int64(number(bytes, column) as Int16)
        default: throw unexpected(column, "an integer")
        }
    }

    func optionalBool(_ column: Int) throws -> Bool? {
        guard let bytes = try unsafe value(column, of: .bool, "a boolean") else { return nil }
        return try unsafe (number(bytes, column) as UInt8) != 0
    }

    func optionalDouble(_ column: Int) throws -> Double? {
        guard let bytes = try unsafe value(column) else { return nil }
        switch result.types[column] {
        case PostgresType.float8.oid: return try unsafe Double(bitPattern: number(bytes, column))
        case PostgresType.float4.oid: return try unsafe Double(Float(bitPattern: number(bytes, column)))
        default: throw unexpected(column, "a floating-point number")
        }
    }

    func optionalText(_ column: Int) throws -> String? {
        guard let bytes = try unsafe text(column) else { return nil }
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    func optionalBytes(_ column: Int) throws -> [UInt8]? {
        guard let bytes = try unsafe value(column, of: .bytea, "bytes") else { return nil }
        return unsafe [UInt8](bytes)
    }

    func optionalUUID(_ column: Int) throws -> UUID? {
        guard let bytes = try unsafe value(column, of: .uuid, "a UUID") else { return nil }
        guard bytes.count == 16 else { throw unexpected(column, "a UUID") }
        return unsafe UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }

    func optionalTimestamp(_ column: Int) throws -> Timestamp? {
        guard let bytes = try unsafe value(column, of: .timestamptz, "a time") else { return nil }
        let since2000: Int64 = try unsafe number(bytes, column)
        let (sum, overflow) = since2000.addingReportingOverflow(Timestamp.microsecondsTo2000)
        // The server's infinities are the ends of the number's range.
        guard !overflow, since2000 != .min else { throw unexpected(column, "a finite time") }
        return Timestamp(microsecondsSinceEpoch: sum)
    }

    /// JSON text in UTF-8, without making a `String` of it first.
    func optionalJSON(_ column: Int) throws -> Data? {
        guard let bytes = try unsafe value(column) else { return nil }
        switch result.types[column] {
        case PostgresType.json.oid: return unsafe Data(bytes)
        // Behind the number of the format's version.
        case PostgresType.jsonb.oid: return unsafe Data(bytes.dropFirst())
        default: throw unexpected(column, "JSON")
        }
    }

    /// The bytes of a text, without making a `String` of them first.
    func optionalUTF8(_ column: Int) throws -> Data? {
        guard let bytes = try unsafe text(column) else { return nil }
        return unsafe Data(bytes)
    }
}

// MARK: - Reading libpq's memory

extension PostgresRow {
    /// The types whose binary format is their text: text, json, varchar, char(n), name, and what the server leaves open.
    private static let texts: [UInt32] = [PostgresType.text.oid, PostgresType.json.oid, 1043, 1042, 19, 705]

    /// The bytes of a value, in memory of the result; nil for NULL.
    private func value(_ column: Int) throws -> UnsafeRawBufferPointer? {
        guard result.types.indices.contains(column), (0..<result.count).contains(row) else {
            throw unexpected(column, "there")
        }
        let (row, number) = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
        // A value that is not NULL has a length of its own or an address; most have both, so NULL is asked for last.
        let length = unsafe PQgetlength(result.raw, row, number)
        if length == 0, unsafe PQgetisnull(result.raw, row, number) != 0 { return nil }
        return unsafe UnsafeRawBufferPointer(start: PQgetvalue(result.raw, row, number), count: Int(length))
    }

    private func value(_ column: Int, of type: PostgresType, _ words: String) throws -> UnsafeRawBufferPointer? {
        let bytes = try unsafe value(column)
        guard result.types[column] == type.oid else { throw unexpected(column, words) }
        return unsafe bytes
    }

    private func text(_ column: Int) throws -> UnsafeRawBufferPointer? {
        let bytes = try unsafe value(column)
        let type = result.types[column]
        guard type == PostgresType.text.oid || Self.texts.contains(type) else { throw unexpected(column, "a text") }
        return unsafe bytes
    }

    private func number<Number: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _ column: Int) throws -> Number {
        guard bytes.count == MemoryLayout<Number>.size else { throw unexpected(column, "of its type's size") }
        return unsafe Number(bigEndian: bytes.loadUnaligned(as: Number.self))
    }

    func unexpected(_ column: Int, _ words: String) -> PostgresError {
        PostgresError(
            sqlState: .unexpectedResult,
            message: "column \(column) is not \(words)",
            statement: result.statement
        )
    }
}
