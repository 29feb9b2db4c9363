import FanfareHTTP2

/// What a request proves with that it may push: a token of Google's, with all that the header of a request has beside it.
struct AccessToken: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The header fields of every request. Secret.
    let fields: HTTP2Fields
    /// Which of an account's tokens it is, so that a refusal of an old one does not cost the new one.
    let generation: Int

    /// - Throws: `HTTP2FieldError` if the token cannot be in a header.
    init(_ token: String, generation: Int) throws(HTTP2FieldError) {
        var fields = HTTP2Fields()
        try fields.append("content-type", "application/json")
        // Google's own libraries ask for this form of errors.
        try fields.append("x-goog-api-format-version", "2")
        try fields.append("authorization", "Bearer " + token, indexing: .never)
        self.fields = fields
        self.generation = generation
    }

    var description: String { "access token \(generation)" }

    var debugDescription: String { description }

    var customMirror: Mirror { Mirror(self, children: []) }
}
