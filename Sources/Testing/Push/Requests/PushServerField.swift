/// A header field of a request.
public struct PushServerField: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: String
}
