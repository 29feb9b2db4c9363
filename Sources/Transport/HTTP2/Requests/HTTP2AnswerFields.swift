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
        for (name, value) in fields { append(Array(name.utf8), Array(value.utf8)) }
    }

    /// The value of a field; nil if it did not come.
    public subscript(name: String) -> String? {
        var rest = bytes[...]
        while let nameLength = rest.popFirst(), let high = rest.popFirst(), let low = rest.popFirst() {
            let valueLength = Int(high) << 8 | Int(low)
            let found = rest.prefix(Int(nameLength))
            rest = rest.dropFirst(Int(nameLength))
            if found.elementsEqual(name.utf8) { return String(decoding: rest.prefix(valueLength), as: UTF8.self) }
            rest = rest.dropFirst(valueLength)
        }
        return nil
    }

    /// Adds a field as it came. One that is too long for any use is left out.
    mutating func append(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) {
        guard let nameLength = UInt8(exactly: name.count), let valueLength = UInt16(exactly: value.count) else {
            return
        }
        if bytes.isEmpty { bytes.reserveCapacity(Self.usualSize) }
        bytes.append(nameLength)
        bytes.append(UInt8(valueLength >> 8))
        bytes.append(UInt8(valueLength & 0xFF))
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
    }

    // What the answers of push services have, so that the buffer is made once.
    private static let usualSize = 200
}
