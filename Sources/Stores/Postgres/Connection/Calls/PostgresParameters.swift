/// The values of one call, encoded into one buffer.
struct PostgresParameters: Sendable {
    /// The types' numbers; 0 lets the server find out, which a NULL without a type needs.
    private(set) var types: [UInt32] = []
    private var buffer = PostgresBuffer()
    private var starts: [Int] = []
    /// -1 for NULL.
    private var lengths: [Int32] = []

    init(_ values: [(any PostgresEncodable)?]) {
        types.reserveCapacity(values.count)
        starts.reserveCapacity(values.count)
        lengths.reserveCapacity(values.count)
        for value in values { append(value) }
        // So that also an empty value has an address.
        buffer.append(UInt8(0))
    }

    /// Why the values cannot be sent.
    var fault: String? { buffer.fault }

    /// The bytes of all values.
    var size: Int { buffer.count }

    private mutating func append(_ value: (any PostgresEncodable)?) {
        let start = buffer.count
        starts.append(start)
        types.append(value.map { Swift.type(of: $0).type.oid } ?? 0)
        guard let value, !value.isNull else { return lengths.append(-1) }
        value.encode(into: &buffer)
        lengths.append(buffer.length(since: start))
    }

    /// Hands out what libpq takes: addresses (null for NULL), lengths and formats (all binary), valid during the call.
    func withPointers<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
    ) -> Result {
        unsafe buffer.bytes.withUnsafeBytes { bytes in
            let base = unsafe bytes.bindMemory(to: CChar.self).baseAddress
            let addresses = unsafe zip(starts, lengths).map { start, length in
                unsafe length < 0 ? nil : base.map { unsafe $0 + start }
            }
            let formats = [Int32](repeating: 1, count: starts.count)
            return unsafe body(addresses, lengths, formats)
        }
    }
}
