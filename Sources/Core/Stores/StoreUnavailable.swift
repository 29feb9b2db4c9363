/// Thrown by a store that cannot be reached for now: the same call may go through later, and nothing was changed.
public struct StoreUnavailable: Error, Sendable, CustomStringConvertible {
    /// What is in the way, without secrets.
    public let description: String

    /// Creates the error.
    public init(_ description: String) { self.description = description }
}
