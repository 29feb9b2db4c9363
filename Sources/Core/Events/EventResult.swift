/// What a store made of an ``EventConclusion``.
///
/// The set is closed.
public enum EventResult: Hashable, Sendable {
    /// The event is gone and its notification is stored.
    case stored
    /// The event is gone. Its notification had been stored before, under the same idempotency key; nothing was stored
    /// now.
    case duplicate
    /// Another notification was stored under the same idempotency key. Nothing was stored, and the event is still held.
    case conflict
    /// The event is set aside.
    case setAside
    /// The hold had been lost: nothing changed.
    case stale
}
