/// Why a push service would refuse a request, in a machine's words and in a person's.
public struct PushServerFault<Answer: PushServerAnswer>: Hashable, Sendable, CustomStringConvertible {
    /// What the service would answer.
    public let answer: Answer
    /// What is wrong, exactly.
    public let explanation: String

    init(_ answer: Answer, _ explanation: String) {
        self.answer = answer
        self.explanation = explanation
    }

    /// The reason and the explanation on one line.
    public var description: String { "\(answer.status) \(answer.reason ?? ""): \(explanation)" }
}
