import FanfareCore
import FanfareMemory
import FanfareTesting

/// A memory store whose calls about events fail as long as a test says so.
final class FlakyEventStore: EventStore {
    enum Call: Hashable { case claim, conclude }

    struct Refused: Error {}

    let memory: MemoryStore
    /// The errors of calls.
    let failures = Watched<[Call: any Error]>([:])
    /// Types of notifications the store cannot take, for whatever reason.
    let refused = Watched<Set<NotificationType>>([])
    /// When each claim was asked for.
    let claims = Watched<[Timestamp]>([])
    private let clock: ManualClock

    init(clock: ManualClock) {
        self.clock = clock
        memory = MemoryStore(clock: clock)
    }

    var arrivals: Arrivals { memory.arrivals }

    private func check(_ call: Call) throws {
        if let error = failures.read({ $0[call] }) { throw error }
    }

    func claimEvents(upTo limit: Int, for lease: Duration) async throws -> [ClaimedEvent] {
        claims.update { $0.append(clock.now) }
        try check(.claim)
        return await memory.claimEvents(upTo: limit, for: lease)
    }
    func conclude(_ conclusions: [EventConclusion]) async throws -> [EventResult] {
        try check(.conclude)
        let refused = refused.value
        for case .notification(let submission) in conclusions.map(\.outcome) {
            if submission.notifications.contains(where: { refused.contains($0.type) }) { throw Refused() }
        }
        return try await memory.conclude(conclusions)
    }

    func post(_ drafts: [EventDraft]) async throws -> [EventID] { try await memory.post(drafts) }
    func setAsideEvents(after cursor: EventID?, limit: Int) async -> [SetAsideEvent] {
        await memory.setAsideEvents(after: cursor, limit: limit)
    }
    func replayEvents(_ selection: EventSelection) async -> Int { await memory.replayEvents(selection) }
    func discardEvents(_ selection: EventSelection) async -> Int { await memory.discardEvents(selection) }
    func enqueue(_ submission: Submission) async throws -> EnqueueResult { try await memory.enqueue(submission) }
    func claim(upTo limit: Int, on channel: ChannelID, for lease: Duration) async -> [Claim] {
        await memory.claim(upTo: limit, on: channel, for: lease)
    }
    func settle(_ settlements: [Settlement]) async -> [SettlementResult] { await memory.settle(settlements) }
    func renew(_ leases: [Lease], for duration: Duration) async -> Set<Lease> {
        await memory.renew(leases, for: duration)
    }
    func release(_ leases: [Lease]) async { await memory.release(leases) }
    func cancel(_ notification: NotificationID) async -> CancelResult? { await memory.cancel(notification) }
    func retry(_ delivery: DeliveryID) async -> RetryResult { await memory.retry(delivery) }
    func hasten(_ channel: ChannelID, waitingFor reason: DeliveryReason) async -> Int {
        await memory.hasten(channel, waitingFor: reason)
    }
    func notification(_ id: NotificationID) async -> NotificationRecord? { await memory.notification(id) }
    func delivery(_ id: DeliveryID) async -> Delivery? { await memory.delivery(id) }
    func deliveries(matching filter: DeliveryFilter, after cursor: DeliveryID?, limit: Int) async -> [Delivery] {
        await memory.deliveries(matching: filter, after: cursor, limit: limit)
    }
    func statistics() async -> QueueStatistics { await memory.statistics() }
    func prune(settledFor age: Duration, limit: Int) async -> Int { await memory.prune(settledFor: age, limit: limit) }
}
