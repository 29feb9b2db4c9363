public import FanfareCore

/// Keeps everything in memory: for tests and trials. What it holds is gone with the process.
///
/// It is written to be read: the other stores must behave as it does.
public actor MemoryStore: Store {
    /// Wakes workers when deliveries arrive, and hosts when events do.
    public nonisolated let arrivals = Arrivals()

    let clock: any WallClock
    let identifiers: IdentifierSource
    var devices = MemoryDevices()
    var notifications: [NotificationID: MemoryNotification] = [:]
    var payloads: [MessageID: Payload] = [:]
    var deliveries: [DeliveryID: MemoryDelivery] = [:]
    var schedules: [ChannelID: MemorySchedule] = [:]
    var keys: [String: MemoryKey] = [:]
    var events = MemoryEvents()
    var lastToken: Int64 = 0

    /// Creates an empty store.
    ///
    /// - Parameter clock: The store's time.
    public init(clock: some WallClock = .system) {
        self.clock = clock
        self.identifiers = IdentifierSource(clock: clock)
    }

    /// Does nothing: there is no schema.
    @discardableResult
    public func migrate() -> [String] { [] }

    /// Does nothing: it is always there.
    public func ping() {}

    /// Does nothing: what it holds goes with it.
    public func close() {}
}

/// A notification's row.
struct MemoryNotification {
    let prepared: PreparedNotification
    let created: Timestamp
    var deliveries: [DeliveryID]
}

/// An idempotency key's row.
struct MemoryKey {
    let fingerprint: Fingerprint
    let receipts: [Receipt]
    let end: Timestamp
}
