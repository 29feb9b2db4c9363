/// A command line that is not understood.
struct UsageError: Error, Hashable, CustomStringConvertible {
    /// What is wrong and what would be right, in one line.
    let description: String

    init(_ description: String) { self.description = description }
}
