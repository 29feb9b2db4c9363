/// What a second copy of a message does on a channel: decides what happens when nobody knows whether it was sent.
///
/// The set is closed: it answers one question, whether to send again.
public enum Idempotency: Hashable, Sendable {
    /// A second copy replaces the first, as a push with the same identifiers does: send again.
    case replaces
    /// A second copy shows: send again, but never more than this many copies.
    case copies(atMost: Int)
}
