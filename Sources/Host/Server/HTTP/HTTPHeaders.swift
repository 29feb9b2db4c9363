/// Header fields in the order they were written; names compare without case (RFC 9110, 5.1).
struct HTTPHeaders: Sendable {
    private(set) var fields: [(name: String, value: String)] = []

    /// The first value under a name; setting replaces all of them, `nil` removes them.
    subscript(name: String) -> String? {
        get { fields.first { Self.same($0.name, name) }?.value }
        set {
            fields.removeAll { Self.same($0.name, name) }
            if let newValue { fields.append((name, newValue)) }
        }
    }

    /// All values under a name. The number of fields is small, so the search is linear.
    func values(_ name: String) -> [String] {
        fields.filter { Self.same($0.name, name) }.map(\.value)
    }

    /// Adds a field beside those of the same name.
    mutating func append(_ name: String, _ value: String) {
        fields.append((name, value))
    }

    private static func same(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).allSatisfy { lower($0) == lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }
}

extension HTTPHeaders: Equatable {
    static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
        left.fields.elementsEqual(right.fields) { same($0.name, $1.name) && $0.value == $1.value }
    }
}
