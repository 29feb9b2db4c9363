internal import FanfareHTTP2

/// What a request proves with that it may push: a signed token, ready for its header field.
struct ProviderToken: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The header field `authorization`, ready to be added to those of a request. Secret.
    let field: HTTP2Fields
    /// Which of a key's tokens it is, so that a refusal of an old one does not cost the new one.
    let generation: Int

    /// - Throws: `HTTP2FieldError` if the text cannot be in a header.
    init(authorization: String, generation: Int) throws(HTTP2FieldError) {
        var field = HTTP2Fields()
        try field.append("authorization", authorization, indexing: .never)
        self.field = field
        self.generation = generation
    }

    var description: String { "provider token \(generation)" }

    var debugDescription: String { description }

    var customMirror: Mirror { Mirror(self, children: []) }
}
