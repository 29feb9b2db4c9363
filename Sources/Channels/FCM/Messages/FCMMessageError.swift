/// Why something is no message FCM would take. Holds nothing of the message but names.
public struct FCMMessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where it is wrong: a place in the message, such as `android.notification.color`, or a property of it.
    public var field: String { steps.joined(separator: ".") }
    /// What is wrong with it and what would be right.
    public let problem: String
    /// How many bytes too many there are, if that is what is wrong.
    public let excess: Int?
    /// The names on the way to the place.
    let steps: [String]

    init(_ steps: [String], _ problem: String, excess: Int? = nil) {
        self.steps = steps
        self.problem = problem
        self.excess = excess
    }

    /// The field and the problem.
    public var description: String { "\(field) \(problem)" }
}
