/// The rows a statement has given.
struct PostgresRows: Sendable, RandomAccessCollection {
    let result: PostgresResult

    var startIndex: Int { 0 }

    var endIndex: Int { result.count }

    /// How many rows an INSERT, UPDATE or DELETE touched.
    var affected: Int { result.affected }

    subscript(row: Int) -> PostgresRow { PostgresRow(result: result, row: row) }
}
