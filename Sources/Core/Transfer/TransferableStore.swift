/// What lets a host move from one store to another: devices, unsettled work, living idempotency keys and events are read
/// from the one in pages and restored into the other.
///
/// Devices are read by ``DeviceStore/devices(after:limit:)``. Restoring never changes what the store has already, so
/// that it can be repeated: a page that was restored before, whole or in part, is completed. Every page is stored
/// whole, or the call throws and nothing of it is. `StoreTransferContract` in FanfareTesting states the requirements as
/// tests, and ``StoreCopy`` does the moving.
public protocol TransferableStore: Sendable {
    /// How many deliveries workers hold under leases that have not run out: a host still works on the store.
    func heldDeliveries() async throws -> Int

    /// The notifications that have deliveries which have not ended, in the order of their ids, with those deliveries
    /// and their messages.
    ///
    /// A delivery that a worker holds, or held until its lease ran out, is given as the next claim would find it: it
    /// waits, and one more attempt may have reached the provider.
    ///
    /// - Parameters:
    ///   - cursor: The last notification of the page before; nil for the first page.
    ///   - limit: How many at most.
    func unsettledNotifications(after cursor: NotificationID?, limit: Int) async throws -> [StoredNotification]

    /// The idempotency keys that are still remembered, in an order of the store's own.
    ///
    /// - Parameters:
    ///   - cursor: The last key of the page before; nil for the first page.
    ///   - limit: How many at most.
    func idempotencyKeys(after cursor: String?, limit: Int) async throws -> [StoredKey]

    /// The events that wait or are set aside, the oldest first; one that a host holds waits.
    ///
    /// - Parameters:
    ///   - cursor: The last event of the page before; nil for the first page.
    ///   - limit: How many at most.
    func events(after cursor: EventID?, limit: Int) async throws -> [StoredEvent]

    /// Stores devices of another store as they are, their ids included.
    ///
    /// One whose id, device key or token the store has already is not stored: what the store has is newer. Of several
    /// such devices the one with its id counts, then the one with its device key, then the one with its token.
    ///
    /// - Returns: For each device the one that stands for it here, in order.
    func restore(devices: [Device]) async throws -> [RestoredDevice]

    /// Stores notifications of another store with their messages and deliveries as they are, and wakes workers.
    ///
    /// One whose id the store has already is left as it is, with all its deliveries: they came whole, and may have
    /// ended since. Fencing tokens do not travel. A token is compared only by the store that gave it, and a worker talks
    /// to that store only; a restored delivery gets its first token here when it is claimed here.
    ///
    /// - Returns: Which of them were stored now, in order; the others were there.
    /// - Throws: If one cannot be stored, such as one with a delivery that belongs to another notification here.
    func restore(notifications: [StoredNotification]) async throws -> [Bool]

    /// Stores idempotency keys of another store as they are. One that is still remembered here is left as it is.
    ///
    /// - Returns: Which of them were stored now, in order; the others were there.
    func restore(keys: [StoredKey]) async throws -> [Bool]

    /// Stores events of another store in the given order, under numbers of its own, and signals ``Arrivals``.
    ///
    /// One with an idempotency key that an event here has is left out. One that has become a notification here before
    /// is stored again, and ends as a repeat: so ``StoreCopy`` gives a key to those that have none.
    ///
    /// - Returns: Which of them were stored now, in order; the others were there.
    func restore(events: [StoredEvent]) async throws -> [Bool]
}
