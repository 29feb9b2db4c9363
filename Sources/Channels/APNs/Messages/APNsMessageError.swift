/// Why something is no message APNs would take. Holds nothing of the message but names.
public struct APNsMessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where it is wrong: a place in the payload, such as `aps.badge`, or the property of the message.
    public let field: String
    /// What is wrong with it and what would be right.
    public let problem: String
    /// How many bytes too many there are, if that is what is wrong.
    public let excess: Int?

    init(_ field: String, _ problem: String, excess: Int? = nil) {
        self.field = field
        self.problem = problem
        self.excess = excess
    }

    /// The field and the problem.
    public var description: String { "\(field) \(problem)" }
}
