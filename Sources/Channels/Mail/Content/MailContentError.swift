/// Why a content becomes no mail. Shows nothing of it.
public struct MailContentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The part that is wrong, such as `action.url`.
    public let field: String
    /// What is wrong with it and what would be right.
    public let problem: String

    init(_ field: String, _ problem: String) {
        self.field = field
        self.problem = problem
    }

    /// The part and the problem.
    public var description: String { "\(field) \(problem)" }
}
