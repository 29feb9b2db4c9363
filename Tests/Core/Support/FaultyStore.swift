import FanfareCore
import FanfareMemory
import FanfareTesting

/// A memory store some of whose calls fail as long as a test says so.
final class FaultyStore: Store {
    /// A call that can be made to fail.
    enum Call: Hashable, CaseIterable { case enqueue, claim, settle, renew, release }

    private struct State {
        var failing: Set<Call> = []
        var claims = 0
        var enqueuesLeft = Int.max
        var claimDelay = Duration.zero
    }

    let memory: MemoryStore
    private let state = Watched(State())

    private let clock: ManualClock

    init(clock: ManualClock) {
        self.clock = clock
        memory = MemoryStore(clock: clock)
    }

    var arrivals: Arrivals { memory.arrivals }

    /// How often a worker asked for deliveries.
    var claims: Int { state.read { $0.claims } }

    func fail(_ calls: Call...) { state.update { $0.failing = Set(calls) } }

    /// Lets so many more submissions through.
    func allowEnqueues(_ count: Int) { state.update { $0.enqueuesLeft = count } }

    /// Lets the answer to the next claim travel for so long.
    func delayClaim(by delay: Duration) { state.update { $0.claimDelay = delay } }

    private func check(_ call: Call) throws {
        if state.read({ $0.failing.contains(call) }) { throw StoreUnavailable("the store is away") }
    }

    func enqueue(_ submission: Submission) async throws -> EnqueueResult {
        try check(.enqueue)
        let isAllowed = state.update { state in
            state.enqueuesLeft -= 1
            return state.enqueuesLeft >= 0
        }
        guard isAllowed else { throw StoreUnavailable("the store is full") }
        return try await memory.enqueue(submission)
    }
    func claim(upTo limit: Int, on channel: ChannelID, for lease: Duration) async throws -> [Claim] {
        state.update { $0.claims += 1 }
        try check(.claim)
        let claims = await memory.claim(upTo: limit, on: channel, for: lease)
        let delay = state.update { state in
            defer { state.claimDelay = .zero }
            return state.claimDelay
        }
        if delay > .zero { clock.advance(by: delay) }
        return claims
    }
    func settle(_ settlements: [Settlement]) async throws -> [SettlementResult] {
        try check(.settle)
        return await memory.settle(settlements)
    }
    func renew(_ leases: [Lease], for duration: Duration) async throws -> Set<Lease> {
        try check(.renew)
        return await memory.renew(leases, for: duration)
    }
    func release(_ leases: [Lease]) async throws {
        try check(.release)
        await memory.release(leases)
    }

    func cancel(_ notification: NotificationID) async throws -> CancelResult? { await memory.cancel(notification) }
    func retry(_ delivery: DeliveryID) async throws -> RetryResult { await memory.retry(delivery) }
    func hasten(_ channel: ChannelID, waitingFor reason: DeliveryReason) async throws -> Int {
        await memory.hasten(channel, waitingFor: reason)
    }
    func notification(_ id: NotificationID) async throws -> NotificationRecord? { await memory.notification(id) }
    func delivery(_ id: DeliveryID) async throws -> Delivery? { await memory.delivery(id) }
    func deliveries(matching filter: DeliveryFilter, after cursor: DeliveryID?, limit: Int) async throws -> [Delivery] {
        await memory.deliveries(matching: filter, after: cursor, limit: limit)
    }
    func statistics() async throws -> QueueStatistics { await memory.statistics() }
    func prune(settledFor age: Duration, limit: Int) async throws -> Int {
        await memory.prune(settledFor: age, limit: limit)
    }
    func register(_ registrations: [DeviceRegistration]) async throws -> [RegisteredDevice] {
        await memory.register(registrations)
    }
    func device(_ id: DeviceID) async throws -> Device? { await memory.device(id) }
    func devices(of users: [RecipientID]) async throws -> [Device] { await memory.devices(of: users) }
    func devices(after cursor: DeviceID?, limit: Int) async throws -> [Device] {
        await memory.devices(after: cursor, limit: limit)
    }
    func removeDevice(_ id: DeviceID, ownedBy owner: RecipientID?) async throws -> Bool {
        await memory.removeDevice(id, ownedBy: owner)
    }
    func setAside(_ removals: [RouteRemoval]) async throws -> [Bool] { await memory.setAside(removals) }
    func post(_ drafts: [EventDraft]) async throws -> [EventID] { try await memory.post(drafts) }
    func claimEvents(upTo limit: Int, for lease: Duration) async -> [ClaimedEvent] {
        await memory.claimEvents(upTo: limit, for: lease)
    }
    func conclude(_ conclusions: [EventConclusion]) async throws -> [EventResult] {
        try await memory.conclude(conclusions)
    }
    func setAsideEvents(after cursor: EventID?, limit: Int) async -> [SetAsideEvent] {
        await memory.setAsideEvents(after: cursor, limit: limit)
    }
    func replayEvents(_ selection: EventSelection) async -> Int { await memory.replayEvents(selection) }
    func discardEvents(_ selection: EventSelection) async -> Int { await memory.discardEvents(selection) }
    func heldDeliveries() async throws -> Int { await memory.heldDeliveries() }
    func unsettledNotifications(after cursor: NotificationID?, limit: Int) async throws -> [StoredNotification] {
        await memory.unsettledNotifications(after: cursor, limit: limit)
    }
    func idempotencyKeys(after cursor: String?, limit: Int) async throws -> [StoredKey] {
        await memory.idempotencyKeys(after: cursor, limit: limit)
    }
    func restore(devices: [Device]) async throws -> [RestoredDevice] { await memory.restore(devices: devices) }
    func restore(notifications: [StoredNotification]) async throws -> [Bool] {
        try await memory.restore(notifications: notifications)
    }
    func restore(keys: [StoredKey]) async throws -> [Bool] { await memory.restore(keys: keys) }
    func events(after cursor: EventID?, limit: Int) async throws -> [StoredEvent] {
        await memory.events(after: cursor, limit: limit)
    }
    func restore(events: [StoredEvent]) async throws -> [Bool] { await memory.restore(events: events) }
    func migrate() async throws -> [String] { await memory.migrate() }
    func ping() async throws {}
    func close() async {}
}
