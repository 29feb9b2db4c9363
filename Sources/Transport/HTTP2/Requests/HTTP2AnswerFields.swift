/// The header fields of an answer, by their names in lower case. Of a field that came twice the first value counts.
///
/// Few are ever looked at, so they lie as they came in one buffer, each behind the lengths of its name and value; a text is
/// made of the one that is asked for.
public struct HTTP2AnswerFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var bytes: [UInt8] = []

    /// No fields.
    public init() {}

    /// Fields with these names and values.
    public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }

    /// Fields with these names and values.
    public init(_ fields: some Sequence<(String, String)>) {
        for (var name, var value) in fields {
            name.withUTF8 { name in value.withUTF8 { value in unsafe append(name, value) } }
        }
    }

    /// The value of a field; nil if it did not come.
    public subscript(name: String) -> String? {
        var start = 0
        while start < bytes.count {
            let nameStart = start + 3
            let valueStart = nameStart + Int(bytes[start])
            let end = valueStart + Int(bytes[start + 1]) << 8 + Int(bytes[start + 2])
            // Names that are not of the same length are passed over without a look.
            if valueStart - nameStart == name.utf8.count, bytes[nameStart..<valueStart].elementsEqual(name.utf8) {
                return String(decoding: bytes[valueStart..<end], as: UTF8.self)
            }
            start = end
        }
        return nil
    }

    /// Adds a field as it came. One that is too long for any use is left out.
    mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        guard let nameLength = UInt8(exactly: name.count), let valueLength = UInt16(exactly: value.count) else {
            return
        }
        bytes.append(nameLength)
        bytes.append(UInt8(valueLength >> 8))
        bytes.append(UInt8(valueLength & 0xFF))
        unsafe bytes.append(contentsOf: name)
        unsafe bytes.append(contentsOf: value)
    }

    /// Adds other fields behind these.
    mutating func append(_ others: HTTP2AnswerFields) { bytes.append(contentsOf: others.bytes) }

    /// Forgets all fields. The memory stays for those to come.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
