/// Why APNs would refuse a request, in a machine's words and in a person's.
public struct APNsFault: Hashable, Sendable, CustomStringConvertible {
    /// What APNs would answer.
    public let answer: APNsAnswer
    /// What is wrong, exactly.
    public let explanation: String

    init(_ answer: APNsAnswer, _ explanation: String) {
        self.answer = answer
        self.explanation = explanation
    }

    /// The reason and the explanation on one line.
    public var description: String { "\(answer.status) \(answer.reason ?? ""): \(explanation)" }
}
