/// How a notification is to be delivered, beyond what its type says.
public struct DeliveryOptions: Hashable, Sendable {
    /// When it becomes due.
    public var due: Due
    /// How long after its due time it is worth delivering. Zero means one try and no storage by the provider; nil
    /// leaves it to the retry policy and the provider's own rule.
    public var expiresIn: Duration?
    /// How urgent it is.
    public var priority: Priority
    /// Makes repeats of a call harmless: a second call with the same key stores nothing and returns the first receipt.
    public var idempotencyKey: String?
    /// What newer notifications replace this one by, on channels that can.
    public var collapseKey: String?

    /// Options for a notification that is due after a delay.
    public init(
        delay: Duration = .zero,
        expiresIn: Duration? = nil,
        priority: Priority = .normal,
        idempotencyKey: String? = nil,
        collapseKey: String? = nil
    ) {
        self.due = .after(delay)
        self.expiresIn = expiresIn
        self.priority = priority
        self.idempotencyKey = idempotencyKey
        self.collapseKey = collapseKey
    }

    /// Options for a notification that is due at a time of day.
    public init(
        at time: Timestamp,
        expiresIn: Duration? = nil,
        priority: Priority = .normal,
        idempotencyKey: String? = nil,
        collapseKey: String? = nil
    ) {
        self.init(
            expiresIn: expiresIn,
            priority: priority,
            idempotencyKey: idempotencyKey,
            collapseKey: collapseKey
        )
        self.due = .at(time)
    }
}
