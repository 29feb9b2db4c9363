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
        let start = bytes.count
        bytes.append(contentsOf: name.utf8)
        let end = bytes.count
        bytes.append(contentsOf: value.utf8)
        // Judged where they lie, which is faster than in a String; what is refused is taken out again.
        guard start < end, bytes[start..<end].allSatisfy(Self.isAllowedInName) else {
            bytes.removeLast(bytes.count - start)
            throw .name(name)
        }
        let placed = bytes[end...]
        let blank = UInt8(ascii: " ")
        guard placed.allSatisfy(Self.isAllowedInValue), placed.first != blank, placed.last != blank else {
            bytes.removeLast(bytes.count - start)
            throw .value(ofField: name)
        }
        positions.append(
            Position(start: start, nameLength: end - start, valueLength: bytes.count - end, indexing: indexing)
        )
    }

    /// Room for more fields without another allocation.
    public mutating func reserve(fields: Int, bytes count: Int) {
        bytes.reserveCapacity(bytes.count + count)
        positions.reserveCapacity(positions.count + fields)
    }

    // RFC 9110, 5.6.2: a token. Upper case is left out because HTTP/2 leaves it out.
    private static func isAllowedInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }

    // RFC 9110, 5.5: visible characters and blanks. What lies beyond ASCII is refused by push services.
    private static func isAllowedInValue(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }
}
