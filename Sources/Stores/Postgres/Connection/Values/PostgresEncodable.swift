/// A value that can be a parameter, in the server's binary format.
///
/// A type with a raw value that can be one conforms by saying so.
protocol PostgresEncodable: Sendable {
    /// The server's type.
    static var type: PostgresType { get }
    /// The server's type of an array of these; an ordinary array unless told otherwise.
    static var arrayType: PostgresType { get }
    /// Whether it is NULL; then it is not encoded.
    var isNull: Bool { get }
    /// Appends the value's bytes, without their length.
    func encode(into buffer: inout PostgresBuffer)
    /// Appends an array of these.
    ///
    /// It is asked of the element, and so compiled for each element's type: the array itself is known to the compiler
    /// only as some array when it is encoded.
    static func encode(array: [Self], into buffer: inout PostgresBuffer)
}

extension PostgresEncodable {
    static var arrayType: PostgresType { PostgresType(oid: type.arrayOID, arrayOID: type.arrayOID) }

    var isNull: Bool { false }

    // The dimensions, whether there are nulls, the elements' type; length and first index of the dimension; the elements
    // (array_recv in src/backend/utils/adt/arrayfuncs.c).
    static func encode(array: [Self], into buffer: inout PostgresBuffer) {
        buffer.append(Int32(array.isEmpty ? 0 : 1))
        buffer.append(Int32(array.contains { $0.isNull } ? 1 : 0))
        buffer.append(type.oid)
        guard !array.isEmpty else { return }
        buffer.append(Int32(clamping: array.count))
        buffer.append(Int32(1))
        for element in array { buffer.append(value: element) }
    }
}

extension PostgresEncodable where Self: RawRepresentable, RawValue: PostgresEncodable {
    static var type: PostgresType { RawValue.type }

    func encode(into buffer: inout PostgresBuffer) { rawValue.encode(into: &buffer) }
}

/// `nil` is NULL.
extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
    static var type: PostgresType { Wrapped.type }

    var isNull: Bool { self?.isNull ?? true }

    func encode(into buffer: inout PostgresBuffer) { self?.encode(into: &buffer) }
}

extension Array: PostgresEncodable where Element: PostgresEncodable {
    static var type: PostgresType { Element.arrayType }

    func encode(into buffer: inout PostgresBuffer) { Element.encode(array: self, into: &buffer) }
}
