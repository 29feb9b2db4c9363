extension JSONValue {
    /// The value as JSON in UTF-8 without spaces, keys sorted, numbers as they were written.
    public var compactBytes: [UInt8] {
        var writer = JSONWriter(isCanonical: false)
        writer.write(self)
        return writer.bytes
    }

    /// ``compactBytes`` as a text.
    public var compactText: String {
        String(decoding: compactBytes, as: UTF8.self)
    }

    /// The value as JSON for people to read: one member or element a line, two spaces for each level, keys sorted.
    public var indentedText: String { indentedText(by: "") }

    private func indentedText(by indent: String) -> String {
        let inner = indent + "  "
        switch self {
        case .array(let elements) where !elements.isEmpty:
            let lines = elements.map { inner + $0.indentedText(by: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members) where !members.isEmpty:
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            let lines = sorted.map {
                "\(inner)\(JSONValue.string($0.key).compactText): \($0.value.indentedText(by: inner))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        default:
            return compactText
        }
    }

    /// One text for all documents that mean the same: no spaces, keys sorted, each number as
    /// ``JSONNumber/canonicalText``.
    ///
    /// Requests with one idempotency key are the same when this is. Texts keep their characters: no normalisation.
    public var canonicalText: String {
        var writer = JSONWriter(isCanonical: true)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
