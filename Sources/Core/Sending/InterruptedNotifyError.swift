/// Thrown by `notify` to many recipients when a later batch fails after earlier ones were stored.
public struct InterruptedNotifyError: Error {
    /// The receipts of the batches that were stored, in the order of the recipients.
    public let receipts: [Receipt]
    /// Why the next batch was not stored; the ones after it were not tried.
    public let underlying: any Error
}
