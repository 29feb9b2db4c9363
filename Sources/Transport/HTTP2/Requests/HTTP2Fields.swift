/// The header fields of a request, in the order they are sent.
///
/// Names and values lie one after the other in one buffer, so that a request costs two allocations however many fields it
/// has, and a copy of what many requests share costs no more.
public struct HTTP2Fields: Hashable, Sendable {
    /// Where a field lies in the buffer.
    package struct Position: Hashable, Sendable {
        /// Where its name begins; its value follows at once.
        package let start: Int
        package let nameLength: Int
        package let valueLength: Int
        package let indexing: HTTP2Indexing
    }

    package private(set) var bytes: [UInt8] = []
    package private(set) var positions: [Position] = []

    /// No fields.
    public init() {}

    /// Adds a field.
    ///
    /// - Parameters:
    ///   - name: Its name, in lower case as HTTP/2 has it (RFC 9113, 8.2.1).
    ///   - value: Its value.
    ///   - indexing: Whether the peer's table of header fields may keep it.
    /// - Throws: ``HTTP2FieldError`` if the name or the value cannot be in a header; nothing was added then.
    public mutating func append(
        _ name: String,
        _ value: String,
        indexing: HTTP2Indexing = .indexed
    ) throws(HTTP2FieldError) {
        try append(name, indexing: indexing) { bytes in
            var value = value
            value.withUTF8 { unsafe bytes.append(contentsOf: $0) }
        }
    }

    /// Adds a field whose value is written straight to the end of the buffer.
    ///
    /// - Throws: ``HTTP2FieldError`` if the name or the value cannot be in a header; nothing was added then.
    package mutating func append(
        _ name: String,
        indexing: HTTP2Indexing = .indexed,
        writingValue write: (inout [UInt8]) -> Void
    ) throws(HTTP2FieldError) {
        let start = bytes.count
        var text = name
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
        let end = bytes.count
        write(&bytes)
        // Judged where they lie; what is refused is taken out again.
        let (isName, isValue) = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe (
                Self.isName(UnsafeBufferPointer(rebasing: bytes[start..<end])),
                Self.isValue(UnsafeBufferPointer(rebasing: bytes[end...]))
            )
        }
        guard isName, isValue else {
            bytes.removeLast(bytes.count - start)
            throw isName ? .value(ofField: name) : .name(name)
        }
        positions.append(
            Position(start: start, nameLength: end - start, valueLength: bytes.count - end, indexing: indexing)
        )
    }

    /// Adds other fields behind these. They were judged when they were put together.
    public mutating func append(_ others: HTTP2Fields) {
        let start = bytes.count
        unsafe others.bytes.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        for position in others.positions {
            positions.append(
                Position(
                    start: start + position.start,
                    nameLength: position.nameLength,
                    valueLength: position.valueLength,
                    indexing: position.indexing
                )
            )
        }
    }

    /// Room for more fields without another allocation.
    public mutating func reserve(fields: Int, bytes count: Int) {
        bytes.reserveCapacity(bytes.count + count)
        positions.reserveCapacity(positions.count + fields)
    }

    // RFC 9110, 5.6.2: a token. Upper case is left out because HTTP/2 leaves it out.
    private static func isName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe !text.isEmpty
            && text.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
                default: false
                }
            }
    }

    // RFC 9110, 5.5: visible characters, and blanks between them. What lies beyond ASCII is refused by push services.
    private static func isValue(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let blank = UInt8(ascii: " ")
        return unsafe text.first != blank && text.last != blank && text.areAll(in: 0x20...0x7E)
    }
}
