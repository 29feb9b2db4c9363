/// Why mail cannot be signed with what is configured. Shows nothing of the key.
struct DKIMSignerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parameter that is wrong: `domain`, `selector` or `key`.
    let field: String
    /// What is wrong with it and what would be right.
    let problem: String

    init(_ field: String, _ problem: String) {
        self.field = field
        self.problem = problem
    }

    /// The field and the problem.
    var description: String { "\(field): \(problem)" }
}
