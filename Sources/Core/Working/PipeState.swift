/// What a pipe holds: deliveries under lease, and settlements not yet recorded.
struct PipeState: Sendable {
    /// A delivery under lease, from its claim until its settlement is recorded.
    struct Held: Sendable {
        let lease: Lease
        let since: Timestamp
    }

    /// A delivery the pipe is done with, but not the store.
    struct Finished: Sendable {
        let claim: Claim
        /// What became of it; nil hands it back.
        let settlement: Settlement?
        let attemptDuration: Duration?
        /// Whether it showed that a paused credential works again.
        let endsPause: Bool
    }

    /// What the last claim found.
    enum Find: Hashable, Sendable {
        /// As much as was asked for: more is waiting.
        case all
        case some
        /// Nothing, the count of arrivals before the look having been this.
        case nothing(seen: UInt64)
        /// The store could not say.
        case failure
    }

    var held: [DeliveryID: Held] = [:]
    /// Claims that were asked for and are not here yet: the calls, and the deliveries they may bring.
    private(set) var claimCalls = 0
    private(set) var expected = 0
    private(set) var lastFind = Find.some
    var outbox: [Finished] = []
    /// The store could not be told in time that these were sent: if they are claimed again they must not be sent again.
    /// Nothing is taken out: what was sent stays sent.
    var unrecorded = GenerationalCache<DeliveryID, Settlement.Result>(capacity: 20_000)
    /// No more deliveries are to be claimed.
    var isStopping = false
    /// No more deliveries will finish.
    var isClosed = false
    /// Recording is not to be tried again.
    var isAbandoned = false

    /// Nothing is held, and nothing will come of a claim.
    var isIdle: Bool { held.isEmpty && claimCalls == 0 }

    /// Whether to claim now, when there is room for `refill` deliveries at least.
    ///
    /// Two calls at a time where there is a backlog, so that the store takes the next part while what it took before is
    /// read and begun; else one, as a second would only ask for the same in vain.
    func mayClaim(_ refill: Int, of capacity: Int) -> Bool {
        let isFree = claimCalls == 0 || claimCalls == 1 && lastFind == .all
        return isFree && capacity - held.count - expected >= refill
    }

    /// Makes room for a claim of at most `limit`, and returns of how many.
    mutating func expect(upTo limit: Int, of capacity: Int) -> Int {
        let count = min(limit, capacity - held.count - expected)
        claimCalls += 1
        expected += count
        return count
    }

    /// A claim of `count` is over.
    mutating func found(_ claims: [Claim], of count: Int, _ find: Find, since now: Timestamp) {
        claimCalls -= 1
        expected -= count
        lastFind = find
        hold(claims, since: now)
    }

    /// Takes what the last claim found, so that there is one pause after nothing was found and not another.
    mutating func takeFind() -> Find {
        defer { if lastFind != .all { lastFind = .some } }
        return lastFind
    }

    mutating func hold(_ claims: [Claim], since now: Timestamp) {
        for claim in claims { held[claim.lease.delivery] = Held(lease: claim.lease, since: now) }
    }

    mutating func forget(_ finished: [Finished]) {
        for item in finished where held[item.claim.lease.delivery]?.lease == item.claim.lease {
            held[item.claim.lease.delivery] = nil
        }
    }

    /// Remembers what was sent, for as long as the store does not know.
    mutating func remember(_ finished: [Finished]) {
        for item in finished {
            guard let result = item.settlement?.result, case .sent = result else { continue }
            unrecorded.insert(result, for: item.claim.lease.delivery)
        }
    }

    /// Takes what is to be recorded, a bounded part of it.
    mutating func takeOutbox(upTo limit: Int) -> [Finished] {
        if outbox.count <= limit {
            defer { outbox = [] }
            return outbox
        }
        defer { outbox.removeFirst(limit) }
        return Array(outbox.prefix(limit))
    }
}
