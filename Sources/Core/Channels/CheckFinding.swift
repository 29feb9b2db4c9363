/// What `fanfare check` found about one credential or server.
public struct CheckFinding: Hashable, Sendable {
    /// How it went. The set is closed: each has an exit status of its own.
    public enum Result: Hashable, Sendable {
        /// It works.
        case works
        /// It is configured wrongly: mending it takes a person.
        case misconfigured
        /// It could not be reached: it may work later.
        case unreachable
    }

    /// What was tried, such as a credential's or a server's name. Never a secret.
    public let subject: String
    /// How it went.
    public let result: Result
    /// What was found, in words.
    public let detail: String

    /// Creates a finding.
    public init(_ subject: String, _ result: Result, detail: String) {
        self.subject = subject
        self.result = result
        self.detail = detail
    }
}
