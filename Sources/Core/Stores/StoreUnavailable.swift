/// Thrown by a store that cannot be reached for now: the same call may go through later, and nothing was changed unless
/// ``mayBeDone`` says that it is not known.
public struct StoreUnavailable: Error, Sendable, CustomStringConvertible {
    /// What is in the way, without secrets.
    public let description: String

    /// Whether the call may have been carried out all the same: the store was lost before it could say so, and did not
    /// come back in time to be asked. A call with an idempotency key can be repeated without harm.
    public let mayBeDone: Bool

    /// Creates the error.
    ///
    /// - Parameters:
    ///   - description: What is in the way, without secrets.
    ///   - mayBeDone: Whether the call may have been carried out all the same.
    public init(_ description: String, mayBeDone: Bool = false) {
        self.description = description
        self.mayBeDone = mayBeDone
    }
}
