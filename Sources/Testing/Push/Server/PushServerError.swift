/// What a test waited for in vain.
public struct PushServerError: Error, Hashable, CustomStringConvertible {
    /// What was waited for, for how long, and what was there.
    public let description: String

    init(_ description: String) { self.description = description }
}
