/// Why mail cannot be signed with what is configured. Shows nothing of the key.
public struct DKIMSignerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parameter that is wrong: `domain`, `selector` or `key`.
    public let field: String
    /// What is wrong with it and what would be right.
    public let problem: String

    init(_ field: String, _ problem: String) {
        self.field = field
        self.problem = problem
    }

    /// The field and the problem.
    public var description: String { "\(field): \(problem)" }
}
