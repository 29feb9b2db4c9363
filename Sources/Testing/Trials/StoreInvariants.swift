import FanfareCore

/// What holds of a store whatever happens to it; checked after each operation of a trial.
struct StoreInvariants {
    private struct Hold {
        var lease: Lease
        var end: Timestamp
    }

    private var deliveries: [DeliveryID: Delivery] = [:]
    private var holds: [DeliveryID: Hold] = [:]

    /// Checks what an operation did.
    ///
    /// - Throws: ``ContractViolation`` naming the first thing that does not hold.
    mutating func check(
        _ operation: StoreOperation,
        _ answer: StoreAnswer,
        _ snapshot: StoreSnapshot,
        at now: Timestamp
    ) throws(ContractViolation) {
        try checkHolds(operation, answer, at: now)
        let current = Dictionary(snapshot.deliveries.map { ($0.id, $0) }) { first, _ in first }
        try require(current.count, is: snapshot.deliveries.count, "the number of deliveries, each listed once")
        for (id, before) in deliveries { try checkChange(of: before, to: current[id], by: operation) }
        for delivery in snapshot.deliveries {
            try require(delivery.settled != nil, is: delivery.state.isFinal, "whether \(delivery.id) has an end")
            try require(delivery.attempts >= 0, "attempts are never negative")
            if delivery.state == .sending {
                try require(holds[delivery.id] != nil, "what is sending is held by someone")
            }
        }
        try checkCounts(snapshot)
        deliveries = current
    }

    /// At most one worker holds a delivery, and only until its lease ends.
    private mutating func checkHolds(
        _ operation: StoreOperation,
        _ answer: StoreAnswer,
        at now: Timestamp
    ) throws(ContractViolation) {
        switch (operation, answer) {
        case (.claim(let limit, _, let lease), .claimed(let claims)):
            try require(claims.count <= limit, "no more is claimed than was asked for")
            for claim in claims {
                let id = claim.lease.delivery
                if let hold = holds[id] { try require(hold.end <= now, "nobody else holds what is claimed") }
                holds[id] = Hold(lease: claim.lease, end: now.advanced(by: lease))
            }
        case (.renew(_, let duration), .renewed(let leases)):
            for lease in leases {
                try require(isHeld(lease, at: now), "only a lease that holds is renewed")
                holds[lease.delivery]?.end = now.advanced(by: duration)
            }
        case (.settle(let settlements), .settled(let results)):
            for (settlement, result) in zip(settlements, results) {
                try require(isHeld(settlement.lease, at: now), is: result != .stale, "whether a settlement applies")
                if result != .stale { holds[settlement.lease.delivery] = nil }
            }
        case (.release(let leases), _):
            for lease in leases where isHeld(lease, at: now) { holds[lease.delivery] = nil }
        default:
            break
        }
    }

    private func isHeld(_ lease: Lease, at now: Timestamp) -> Bool {
        guard let hold = holds[lease.delivery] else { return false }
        return hold.lease == lease && hold.end > now
    }

    /// Nothing vanishes, and an end stays the end unless another go is asked for.
    private func checkChange(
        of before: Delivery,
        to after: Delivery?,
        by operation: StoreOperation
    ) throws(ContractViolation) {
        guard let after else {
            guard case .prune = operation else {
                throw ContractViolation("\(before.id) vanished", file: #fileID, line: #line)
            }
            return try require(before.state.isFinal, "only what ended is pruned")
        }
        if case .retry(after.id) = operation { return }
        if before.state.isFinal { try require(after, is: before, "a delivery that ended") }
        try require(after.created, is: before.created, "when a delivery was stored")
        try require(after.maxAttempts, is: before.maxAttempts, "how many attempts a delivery gets")
    }

    private func checkCounts(_ snapshot: StoreSnapshot) throws(ContractViolation) {
        for (state, count): (DeliveryState, (QueueStatistics.ChannelStatistics) -> Int) in [
            (.queued, \.queued), (.sending, \.sending),
        ] {
            let counted = snapshot.statistics.channels.values.reduce(0) { $0 + count($1) }
            let listed = snapshot.deliveries.count { $0.state == state }
            try require(counted, is: listed, "how many are \(state.rawValue)")
        }
    }
}
