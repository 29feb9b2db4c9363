/// Rows for `COPY … FROM STDIN (FORMAT binary)`, encoded as they come: it can be filled on any thread.
///
/// The server converts nothing here: an `Int` fits a `bigint` column and no other one.
struct PostgresCopy: Sendable {
    private(set) var count = 0
    private let columns: Int
    private var buffer = PostgresBuffer()

    /// An empty set of rows.
    ///
    /// - Parameter columns: How many values each row has.
    init(columns: Int) {
        self.columns = columns
        // The signature, no flags, no extension (https://www.postgresql.org/docs/15/sql-copy.html, file formats).
        buffer.append(contentsOf: [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00])
        buffer.append(Int64(0))
    }

    /// Why the rows cannot be sent.
    var fault: String? { buffer.fault }

    /// What is sent, in order.
    var pieces: [ArraySlice<UInt8>] {
        let size = 64 * 1024
        let trailer: [UInt8] = [0xFF, 0xFF]
        return stride(from: 0, to: buffer.count, by: size).map { start in
            buffer.bytes[start..<min(start + size, buffer.count)]
        } + [trailer[...]]
    }

    /// Adds a row.
    mutating func append(row values: (any PostgresEncodable)?...) {
        if values.count != columns { buffer.refuse("a row has \(values.count) values for \(columns) columns") }
        buffer.append(Int16(clamping: columns))
        for value in values {
            if let value { buffer.append(value: value) } else { buffer.append(Int32(-1)) }
        }
        count += 1
    }
}
