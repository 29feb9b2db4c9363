/// Why something is no mail that could be sent. Holds nothing of the mail but names.
public struct MailMessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where it is wrong, such as `subject`, `headers` or `attachments[0].name`.
    public let field: String
    /// What is wrong with it and what would be right.
    public let problem: String

    init(_ field: String, _ problem: String) {
        self.field = field
        self.problem = problem
    }

    /// The field and the problem.
    public var description: String { "\(field) \(problem)" }
}
