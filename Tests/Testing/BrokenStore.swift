import FanfareCore
import FanfareMemory
import FanfareTesting
import Synchronization

/// A store that breaks its contracts in one way.
final class BrokenStore: Store {
    enum Breach: String, CaseIterable {
        case fencing, order, limit, idempotency, conflict, removal, handover, release, cancellation, expiry, attempts
        case learning, paging, silence, pruning, registration, ownership
        case eventFencing, eventOrder, eventCompany, eventSilence, eventRepeats, eventReplay
        case transfer, uncertainty, newness, stealing, oblivion
    }

    let arrivals: Arrivals
    let breach: Breach
    let store: MemoryStore
    private let latest = Mutex<[DeliveryID: Lease]>([:])
    private let latestEvents = Mutex<[EventID: EventLease]>([:])
    private let overwritten = Mutex<[DeviceID: DeviceEnvironment]>([:])

    init(_ breach: Breach, clock: ManualClock) {
        self.breach = breach
        store = MemoryStore(clock: clock)
        arrivals = [.silence, .eventSilence].contains(breach) ? Arrivals() : store.arrivals
    }

    func enqueue(_ submission: Submission) async throws -> EnqueueResult {
        let result = try await store.enqueue(submission)
        if breach == .idempotency, case .duplicate = result {
            return try await store.enqueue(Submission(submission.notifications))
        }
        return breach == .conflict && result == .conflict ? .duplicate([]) : result
    }

    func claim(upTo limit: Int, on channel: ChannelID, for lease: Duration) async -> [Claim] {
        var claims = await store.claim(upTo: breach == .limit ? limit + 1 : limit, on: channel, for: lease)
        latest.withLock { latest in
            for claim in claims { latest[claim.lease.delivery] = claim.lease }
        }
        if breach == .order { claims.reverse() }
        for index in claims.indices {
            if breach == .expiry { claims[index].expiresIn = nil }
            if breach == .handover, claims[index].route == .handedOver {
                claims[index].route = .open(Route(channel: channel, address: "aa01"), registeredAt: nil)
            }
        }
        return claims
    }

    func settle(_ settlements: [Settlement]) async -> [SettlementResult] {
        await store.settle(
            settlements.map { settlement in
                var settlement = settlement
                if breach == .fencing {
                    settlement.lease = latest.withLock { $0[settlement.lease.delivery] } ?? settlement.lease
                }
                if breach == .attempts { settlement.attemptCounts = true }
                if breach == .learning, let learned = settlement.learned {
                    // Whatever token was used, and even when it is too late.
                    settlement.learned = nil
                    overwritten.withLock { $0[learned.device] = learned.environment }
                }
                if breach == .removal { settlement.removal = settlement.removal.map(unguarded) }
                return settlement
            }
        )
    }

    private func unguarded(_ removal: RouteRemoval) -> RouteRemoval {
        let condition = RouteRemoval.Guard.registeredBefore(Timestamp(microsecondsSinceEpoch: .max))
        return RouteRemoval(
            device: removal.device,
            token: removal.token,
            condition: condition,
            reason: removal.reason
        )
    }

    func renew(_ leases: [Lease], for duration: Duration) async -> Set<Lease> {
        await store.renew(leases, for: duration)
    }

    func release(_ leases: [Lease]) async {
        guard breach == .release else { return await store.release(leases) }
        _ = await store.settle(leases.map { Settlement($0, .retry(after: .zero)) })
    }

    func cancel(_ notification: NotificationID) async -> CancelResult? {
        let record = await store.notification(notification)
        if breach == .cancellation, let record, record.deliveries.allSatisfy({ $0.state == .sending }) {
            return CancelResult(cancelled: 0, tooLate: record.deliveries.count)
        }
        return await store.cancel(notification)
    }

    func retry(_ delivery: DeliveryID) async -> RetryResult { await store.retry(delivery) }

    func hasten(_ channel: ChannelID, waitingFor reason: DeliveryReason) async -> Int {
        await store.hasten(channel, waitingFor: reason)
    }

    func notification(_ id: NotificationID) async -> NotificationRecord? { await store.notification(id) }

    func delivery(_ id: DeliveryID) async -> Delivery? { await store.delivery(id) }

    func deliveries(matching filter: DeliveryFilter, after cursor: DeliveryID?, limit: Int) async -> [Delivery] {
        let page = await store.deliveries(matching: filter, after: cursor, limit: limit)
        guard breach == .paging, let cursor, let last = await store.delivery(cursor) else { return page }
        return Array(([last] + page).prefix(limit))
    }

    func statistics() async -> QueueStatistics { await store.statistics() }

    func prune(settledFor age: Duration, limit: Int) async -> Int {
        await store.prune(settledFor: breach == .pruning ? .zero : age, limit: limit)
    }

    func register(_ registrations: [DeviceRegistration]) async -> [RegisteredDevice] {
        await store.register(
            registrations.map { registration in
                var registration = registration
                if breach == .registration { registration.deviceKey = .keep }
                return registration
            }
        )
    }

    func device(_ id: DeviceID) async -> Device? {
        guard var device = await store.device(id) else { return nil }
        device.environment = overwritten.withLock { $0[id] } ?? device.environment
        return device
    }

    func devices(of users: [RecipientID]) async -> [Device] { await store.devices(of: users) }

    func devices(after cursor: DeviceID?, limit: Int) async -> [Device] {
        await store.devices(after: cursor, limit: limit)
    }

    func removeDevice(_ id: DeviceID, ownedBy owner: RecipientID?) async -> Bool {
        await store.removeDevice(id, ownedBy: breach == .ownership ? nil : owner)
    }

    func setAside(_ removals: [RouteRemoval]) async -> [Bool] { await store.setAside(removals) }

    func post(_ drafts: [EventDraft]) async throws -> [EventID] { try await store.post(drafts) }

    func claimEvents(upTo limit: Int, for lease: Duration) async -> [ClaimedEvent] {
        var events = await store.claimEvents(upTo: limit, for: lease)
        if breach == .eventCompany, !events.isEmpty {
            events += await store.claimEvents(upTo: limit - events.count, for: lease)
        }
        latestEvents.withLock { latest in
            for event in events { latest[event.lease.event] = event.lease }
        }
        return breach == .eventOrder ? events.reversed() : events
    }

    func conclude(_ conclusions: [EventConclusion]) async throws -> [EventResult] {
        try await store.conclude(
            conclusions.map { conclusion in
                var (lease, outcome) = (conclusion.lease, conclusion.outcome)
                if breach == .eventFencing { lease = latestEvents.withLock { $0[lease.event] } ?? lease }
                if breach == .eventRepeats, case .notification(let submission) = outcome {
                    outcome = .notification(Submission(submission.notifications))
                }
                return EventConclusion(lease, outcome)
            }
        )
    }

    func setAsideEvents(after cursor: EventID?, limit: Int) async -> [SetAsideEvent] {
        await store.setAsideEvents(after: cursor, limit: limit)
    }

    func replayEvents(_ selection: EventSelection) async -> Int {
        await store.replayEvents(breach == .eventReplay ? .all : selection)
    }

    func discardEvents(_ selection: EventSelection) async -> Int { await store.discardEvents(selection) }

    func migrate() async -> [String] { await store.migrate() }

    func ping() async { await store.ping() }

    func close() async { await store.close() }
}
