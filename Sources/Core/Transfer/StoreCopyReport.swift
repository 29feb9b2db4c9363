/// What a ``StoreCopy`` has done so far.
public struct StoreCopyReport: Hashable, Sendable {
    /// How many records of a kind there were.
    public struct Count: Hashable, Sendable {
        /// Those that were copied.
        public var copied = 0
        /// Those that the target had already, and has as they were.
        public var known = 0

        /// Creates a count of nothing.
        public init() {}

        mutating func add(_ count: Int = 1, isNew: Bool) {
            if isNew { copied += count } else { known += count }
        }
    }

    /// The devices, those that are set aside included.
    public var devices = Count()
    /// The notifications that have deliveries which have not ended.
    public var notifications = Count()
    /// Those deliveries.
    public var deliveries = Count()
    /// The idempotency keys that are still remembered.
    public var keys = Count()
    /// The events that wait or are set aside.
    public var events = Count()

    /// Creates a report of nothing.
    public init() {}
}
