/// What a pager shows: one line.
public struct PagerMessage: Hashable, Codable, Sendable {
    /// The line, 80 characters at most.
    public var line: String

    /// Creates a message.
    public init(line: String) { self.line = line }
}
