/// What cancelling a notification came to.
public struct CancelResult: Hashable, Sendable {
    /// The deliveries that were called off.
    public let cancelled: Int
    /// The deliveries that had ended or were on their way; those on their way are not tried again.
    public let tooLate: Int

    /// Creates a result.
    public init(cancelled: Int, tooLate: Int) {
        self.cancelled = cancelled
        self.tooLate = tooLate
    }
}
