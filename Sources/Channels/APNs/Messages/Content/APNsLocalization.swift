/// A text the app itself has in the user's language, with values to fill in.
public struct APNsLocalization: Hashable, Sendable {
    /// The text's key in the app's strings.
    public var key: String
    /// The values, in the order of the text's places; nil leaves them out of the payload.
    public var arguments: [String]?

    /// Names a text.
    public init(_ key: String, arguments: [String]? = nil) {
        self.key = key
        self.arguments = arguments
    }
}
