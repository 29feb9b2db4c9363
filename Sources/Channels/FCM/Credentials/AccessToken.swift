/// What a request proves with that it may push: a token of Google's, ready for its header field.
struct AccessToken: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The value of `authorization`. Secret.
    let authorization: String
    /// Which of an account's tokens it is, so that a refusal of an old one does not cost the new one.
    let generation: Int

    var description: String { "access token \(generation)" }

    var debugDescription: String { description }

    var customMirror: Mirror { Mirror(self, children: []) }
}
