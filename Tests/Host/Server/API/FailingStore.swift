import FanfareCore

/// A store whose every call throws.
struct FailingStore: Store {
    let error: any Error
    let arrivals = Arrivals()

    func migrate() async throws -> [String] { throw error }
    func ping() async throws { throw error }
    func close() async {}
    func enqueue(_ submission: Submission) async throws -> EnqueueResult { throw error }
    func claim(upTo limit: Int, on channel: ChannelID, for lease: Duration) async throws -> [Claim] { throw error }
    func settle(_ settlements: [Settlement]) async throws -> [SettlementResult] { throw error }
    func renew(_ leases: [Lease], for duration: Duration) async throws -> Set<Lease> { throw error }
    func release(_ leases: [Lease]) async throws { throw error }
    func cancel(_ notification: NotificationID) async throws -> CancelResult? { throw error }
    func retry(_ delivery: DeliveryID) async throws -> RetryResult { throw error }
    func hasten(_ channel: ChannelID, waitingFor reason: DeliveryReason) async throws -> Int { throw error }
    func notification(_ id: NotificationID) async throws -> NotificationRecord? { throw error }
    func delivery(_ id: DeliveryID) async throws -> Delivery? { throw error }
    func deliveries(
        matching filter: DeliveryFilter,
        after cursor: DeliveryID?,
        limit: Int
    ) async throws -> [Delivery] { throw error }
    func statistics() async throws -> QueueStatistics { throw error }
    func prune(settledFor age: Duration, limit: Int) async throws -> Int { throw error }
    func register(_ registrations: [DeviceRegistration]) async throws -> [RegisteredDevice] { throw error }
    func device(_ id: DeviceID) async throws -> Device? { throw error }
    func devices(of users: [RecipientID]) async throws -> [Device] { throw error }
    func devices(after cursor: DeviceID?, limit: Int) async throws -> [Device] { throw error }
    func removeDevice(_ id: DeviceID, ownedBy owner: RecipientID?) async throws -> Bool { throw error }
    func setAside(_ removals: [RouteRemoval]) async throws -> [Bool] { throw error }
    func post(_ drafts: [EventDraft]) async throws -> [EventID] { throw error }
    func claimEvents(upTo limit: Int, for lease: Duration) async throws -> [ClaimedEvent] { throw error }
    func conclude(_ conclusions: [EventConclusion]) async throws -> [EventResult] { throw error }
    func setAsideEvents(after cursor: EventID?, limit: Int) async throws -> [SetAsideEvent] { throw error }
    func replayEvents(_ selection: EventSelection) async throws -> Int { throw error }
    func discardEvents(_ selection: EventSelection) async throws -> Int { throw error }
    func heldDeliveries() async throws -> Int { throw error }
    func unsettledNotifications(after cursor: NotificationID?, limit: Int) async throws -> [StoredNotification] {
        throw error
    }
    func idempotencyKeys(after cursor: String?, limit: Int) async throws -> [StoredKey] { throw error }
    func restore(devices: [Device]) async throws -> [RestoredDevice] { throw error }
    func restore(notifications: [StoredNotification]) async throws -> [Bool] { throw error }
    func restore(keys: [StoredKey]) async throws -> [Bool] { throw error }
    func events(after cursor: EventID?, limit: Int) async throws -> [StoredEvent] { throw error }
    func restore(events: [StoredEvent]) async throws -> [Bool] { throw error }
}
