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

    var held: [DeliveryID: Held] = [:]
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
