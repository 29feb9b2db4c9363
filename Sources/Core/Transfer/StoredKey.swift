/// An idempotency key as it lies in a store.
public struct StoredKey: Hashable, Sendable {
    /// The caller's key.
    public var key: String
    /// Tells a repeat of the call from another one with the same key.
    public var fingerprint: Fingerprint
    /// What a repeat is answered.
    public var receipts: [Receipt]
    /// When it is forgotten.
    public var end: Timestamp

    /// Creates a key's record; stores do.
    public init(key: String, fingerprint: Fingerprint, receipts: [Receipt], end: Timestamp) {
        self.key = key
        self.fingerprint = fingerprint
        self.receipts = receipts
        self.end = end
    }
}
