/// A host's hold on an event: the event and a fencing token.
///
/// Tokens only ever grow, so a hold that was lost is never mistaken for the one that replaced it.
public struct EventLease: Hashable, Sendable {
    /// The event held.
    public let event: EventID
    /// The fencing token.
    public let token: Int64

    /// Creates a hold.
    public init(event: EventID, token: Int64) {
        self.event = event
        self.token = token
    }
}
