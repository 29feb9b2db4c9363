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
    /// It and its twin are asked of the element, and so compiled for each element's type: the array itself is known to the
    /// compiler only as some array when it is encoded, which makes each element cost ten times as much.
    static func encode(array: [Self], into buffer: inout PostgresBuffer)
    /// Appends an array of these in which `nil` is NULL.
    static func encode(nullable array: [Self?], into buffer: inout PostgresBuffer)
}

extension PostgresEncodable {
    static var arrayType: PostgresType { PostgresType(oid: type.arrayOID, arrayOID: type.arrayOID) }

    var isNull: Bool { false }

    static func encode(array: [Self], into buffer: inout PostgresBuffer) {
        buffer.append(arrayOf: type, count: array.count, hasNulls: false)
        for element in array { buffer.append(value: element) }
    }

    static func encode(nullable array: [Self?], into buffer: inout PostgresBuffer) {
        buffer.append(arrayOf: type, count: array.count, hasNulls: array.contains { $0 == nil })
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

    static func encode(array: [Wrapped?], into buffer: inout PostgresBuffer) {
        Wrapped.encode(nullable: array, into: &buffer)
    }
}

extension Array: PostgresEncodable where Element: PostgresEncodable {
    static var type: PostgresType { Element.arrayType }

    func encode(into buffer: inout PostgresBuffer) { Element.encode(array: self, into: &buffer) }
}
