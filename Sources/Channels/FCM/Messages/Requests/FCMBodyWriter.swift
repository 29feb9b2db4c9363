import FanfareCore

/// Puts a request's body together from members that were encoded before and a few that were not.
struct FCMBodyWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// The members of an object, encoded, without its braces.
    static func encoded(_ members: [String: JSONValue]) -> [UInt8] {
        Array(JSONValue.object(members).compactBytes.dropFirst().dropLast())
    }

    /// Writes an object around what `members` writes; if that is nothing, there is no object.
    mutating func object(_ name: String, members: (inout FCMBodyWriter) -> Void) {
        let start = bytes.count
        begin(name)
        bytes.append(UInt8(ascii: "{"))
        let empty = bytes.count
        members(&self)
        if bytes.count == empty {
            bytes.removeLast(empty - start)
        } else {
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Writes a member with a text, if there is one.
    mutating func text(_ name: String, _ value: String?) {
        guard let value else { return }
        begin(name)
        if !writePlain(value) { bytes += JSONValue.string(value).compactBytes }
    }

    /// Writes a text that needs no escapes; false if it does, and nothing is written.
    private mutating func writePlain(_ value: String) -> Bool {
        var value = value
        return value.withUTF8 { text in
            var others = false
            for index in text.indices where unsafe !Self.isPlain(text[index]) { others = true }
            guard !others else { return false }
            bytes.append(UInt8(ascii: "\""))
            unsafe bytes.append(contentsOf: text)
            bytes.append(UInt8(ascii: "\""))
            return true
        }
    }

    /// Writes members that were encoded before.
    mutating func members(_ encoded: [UInt8]) {
        guard !encoded.isEmpty else { return }
        separate()
        bytes += encoded
    }

    /// Writes the outermost object.
    mutating func document(_ members: (inout FCMBodyWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        members(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func begin(_ name: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes += name.utf8
        bytes += "\":".utf8
    }

    private mutating func separate() {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
