/// An event as it lies in a store: it waits, or is set aside.
public struct StoredEvent: Hashable, Sendable, Identifiable {
    /// Names it in the store it was read from.
    public var id: EventID
    /// What was posted, unchecked: another program may have written it.
    public var draft: EventDraft
    /// When it was posted.
    public var created: Timestamp
    /// When it was set aside; nil if it waits.
    public var setAside: Timestamp?
    /// Why it was set aside: an ``EventReason``'s text.
    public var reason: String?

    /// Creates an event; stores do.
    public init(id: EventID, draft: EventDraft, created: Timestamp, setAside: Timestamp? = nil, reason: String? = nil) {
        self.id = id
        self.draft = draft
        self.created = created
        self.setAside = setAside
        self.reason = reason
    }
}
