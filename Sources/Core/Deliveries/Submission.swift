/// Everything one call of `notify` stores in one transaction.
public struct Submission: Hashable, Sendable {
    /// What makes repeats of a call harmless.
    public struct Idempotency: Hashable, Sendable {
        /// The caller's key: one name space for the whole installation.
        public let key: String
        /// Tells a repeat from another call that uses the same key.
        public let fingerprint: Fingerprint
        /// How long the key is remembered.
        public let lifetime: Duration

        /// Creates an idempotency record.
        public init(key: String, fingerprint: Fingerprint, lifetime: Duration) {
            self.key = key
            self.fingerprint = fingerprint
            self.lifetime = lifetime
        }
    }

    /// One notification per recipient.
    public let notifications: [PreparedNotification]
    /// What makes repeats harmless, if the caller gave a key.
    public let idempotency: Idempotency?

    /// Creates a submission.
    public init(_ notifications: [PreparedNotification], idempotency: Idempotency? = nil) {
        self.notifications = notifications
        self.idempotency = idempotency
    }
}
