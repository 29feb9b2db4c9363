/// Why a text is no mail address. Holds nothing of the text.
public struct MailAddressError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with it and, where it helps, what would be right.
    public let problem: String
    /// At which character (Unicode scalar) of the text, counted from 1; nil if it is wrong as a whole.
    public let position: Int?

    init(_ problem: String, at position: Int? = nil) {
        self.problem = problem
        self.position = position
    }

    /// The problem and its place.
    public var description: String {
        "the mail address \(problem)" + (position.map { " (character \($0))" } ?? "")
    }
}
