/// What became of a submission.
///
/// The set is closed.
public enum EnqueueResult: Hashable, Sendable {
    /// It is stored, all of it.
    case stored
    /// It was stored before under the same idempotency key; these are the receipts of then. Nothing was stored now.
    case duplicate([Receipt])
    /// Another submission was stored under the same idempotency key. Nothing was stored now.
    case conflict
}
