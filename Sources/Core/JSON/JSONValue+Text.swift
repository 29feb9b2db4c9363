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
