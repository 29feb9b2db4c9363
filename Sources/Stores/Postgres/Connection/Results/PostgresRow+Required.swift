internal import FanfareCore
internal import FoundationEssentials

/// The columns that are never NULL.
extension PostgresRow {
    func int64(_ column: Int) throws -> Int64 { try present(optionalInt64(column), column) }

    func int(_ column: Int) throws -> Int { Int(try int64(column)) }

    func optionalInt(_ column: Int) throws -> Int? { try optionalInt64(column).map { Int($0) } }

    func bool(_ column: Int) throws -> Bool { try present(optionalBool(column), column) }

    func double(_ column: Int) throws -> Double { try present(optionalDouble(column), column) }

    func text(_ column: Int) throws -> String { try present(optionalText(column), column) }

    func bytes(_ column: Int) throws -> [UInt8] { try present(optionalBytes(column), column) }

    func uuid(_ column: Int) throws -> UUID { try present(optionalUUID(column), column) }

    func timestamp(_ column: Int) throws -> Timestamp { try present(optionalTimestamp(column), column) }

    /// JSON text in UTF-8.
    func json(_ column: Int) throws -> Data { try present(optionalJSON(column), column) }

    /// The bytes of a text.
    func utf8(_ column: Int) throws -> Data { try present(optionalUTF8(column), column) }

    private func present<Value>(_ value: Value?, _ column: Int) throws -> Value {
        guard let value else { throw unexpected(column, "present: it is NULL") }
        return value
    }
}
