/// Why a configuration makes no channel. Shows no secret.
public struct MailConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The part that is wrong, by its name in the channel's section of a configuration file.
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
