public import FanfareCore
internal import FoundationEssentials

extension SQLiteStore {
    /// Records what became of claimed deliveries, in one transaction.
    public func settle(_ settlements: [Settlement]) async throws -> [SettlementResult] {
        if settlements.isEmpty { return [] }
        let clock = clock
        return try await writing { connection in
            let now = clock.now
            // A delivery that is settled twice in one call is settled in the order of the call.
            var seen: Set<DeliveryID> = []
            let special = Set(
                settlements.filter { !seen.insert($0.lease.delivery).inserted || !$0.isPlainlySent }
                    .map(\.lease.delivery)
            )
            func isBatched(_ settlement: Settlement) -> Bool {
                settlement.isPlainlySent && !special.contains(settlement.lease.delivery)
            }
            var sent = try connection.settleSent(settlements.filter(isBatched), at: now)
            return try settlements.map { settlement in
                guard isBatched(settlement) else { return try connection.settle(settlement, at: now) }
                let isApplied = sent.remove(settlement.lease.delivery) != nil
                return isApplied ? .applied(.sent, routeRemoved: false) : .stale
            }
        }
    }

    /// Prolongs leases.
    public func renew(_ leases: [Lease], for duration: Duration) async throws -> Set<Lease> {
        let clock = clock
        return try await writing { connection in
            let now = clock.now
            let renew = try connection.statement(.renew)
            var held: Set<Lease> = []
            for lease in leases {
                try renew.run(lease.delivery, lease.token, now, now.advanced(by: duration))
                if connection.changes > 0 { held.insert(lease) }
            }
            return held
        }
    }

    /// Hands claimed deliveries back.
    public func release(_ leases: [Lease]) async throws {
        let clock = clock
        try await writing { connection in
            let now = clock.now
            let release = try connection.statement(.release)
            for lease in leases { try release.run(lease.delivery, lease.token, now) }
        }
    }
}

extension Settlement {
    /// Whether there is nothing to record but that it was sent: what most settlements are.
    fileprivate var isPlainlySent: Bool {
        guard case .sent = result else { return false }
        return attemptCounts && !isUncertain && attempt == nil && removal == nil && learned == nil
    }

    fileprivate var providerID: String? {
        guard case .sent(let providerID) = result else { return nil }
        return providerID
    }
}

extension SQLiteConnection {
    /// Settles what was plainly sent, one statement for each claim call it came from: that costs half of one for each
    /// delivery.
    ///
    /// - Returns: The deliveries that were held, and are sent now.
    fileprivate func settleSent(_ settlements: [Settlement], at now: Timestamp) throws -> Set<DeliveryID> {
        var sent: Set<DeliveryID> = []
        for (token, group) in Dictionary(grouping: settlements, by: \.lease.token) {
            var ids: [UInt8] = []
            ids.reserveCapacity(16 * group.count)
            for settlement in group {
                let id = settlement.lease.delivery.rawValue.uuid
                unsafe withUnsafeBytes(of: id) { unsafe ids.append(contentsOf: $0) }
            }
            let providerIDs = JSONValue.array(group.map { $0.providerID.map { .string($0) } ?? .null })
            let row = try statement(.settleSent)
            try row.bind(ids, token, now, providerIDs.compactText)
            while try row.step() { sent.insert(try row.id(0)) }
        }
        return sent
    }

    fileprivate func settle(_ settlement: Settlement, at now: Timestamp) throws -> SettlementResult {
        let lease = settlement.lease
        let uncounted = settlement.attemptCounts ? 0 : 1
        let uncertain = settlement.isUncertain ? 1 : 0
        var state = settlement.state
        switch settlement.result {
        case .sent(let providerID):
            try run(.settleSentAlone, lease.delivery, lease.token, now, uncounted, uncertain, providerID)
            if changes == 0 { return .stale }
        case .retry(let delay):
            let row = try statement(.settleRetry)
            let due = now.advanced(by: delay)
            try row.bind(lease.delivery, lease.token, now, uncounted, uncertain, due, settlement.reason?.code)
            guard try row.step() else { return .stale }
            state = try row.state(0)
        case .failed, .expired, .cancelled, .skipped:
            try run(
                .settleUnsent,
                lease.delivery,
                lease.token,
                now,
                uncounted,
                uncertain,
                state,
                settlement.reason?.code
            )
            if changes == 0 { return .stale }
        }
        if let attempt = settlement.attempt {
            try run(
                .recordAttempt,
                lease.delivery,
                attempt.outcome,
                settlement.reason?.description,
                now,
                attempt.duration.wholeMicroseconds
            )
        }
        if let learned = settlement.learned {
            try run(.learnEnvironment, learned.device, learned.token, learned.environment.rawValue)
        }
        return .applied(state, routeRemoved: try settlement.removal.map { try setAside($0, at: now) } ?? false)
    }
}

extension SQLiteQuery {
    /// The fence: only who holds the delivery, and holds it still, may say what becomes of it.
    private static let isHeld = "id = ?1 and lease = ?2 and state = 'sending' and lease_until > ?3"

    /// The ids come as one blob of 16 bytes each, the providers' ids as a JSON array in the same order.
    static let settleSent = SQLiteQuery(
        "settle as sent",
        """
        update deliveries
        set state = 'sent', provider_id = s.value, reason = null, lease_until = null, settled_at = ?3
        from json_each(?4) s
        where deliveries.id = substr(?1, 16 * s.key + 1, 16) and lease = ?2 and state = 'sending' and lease_until > ?3
        returning id
        """
    )

    fileprivate static let settleSentAlone = SQLiteQuery(
        "settle one as sent",
        """
        update deliveries
        set state = 'sent', provider_id = ?6, reason = null, attempt = attempt - ?4, uncertain = uncertain + ?5,
            lease_until = null, settled_at = ?3
        where \(isHeld)
        """
    )

    fileprivate static let settleUnsent = SQLiteQuery(
        "settle as not sent",
        """
        update deliveries
        set state = ?6, reason = ?7, attempt = attempt - ?4, uncertain = uncertain + ?5, lease_until = null,
            settled_at = ?3
        where \(isHeld)
        """
    )

    static let settleRetry = SQLiteQuery(
        "settle for a retry",
        """
        update deliveries
        set state = iif(cancel_requested, 'cancelled', 'queued'),
            reason = iif(cancel_requested, 'cancelled', ?7),
            due_at = iif(cancel_requested, due_at, ?6),
            settled_at = iif(cancel_requested, ?3, null),
            attempt = attempt - ?4, uncertain = uncertain + ?5, lease_until = null
        where \(isHeld)
        returning state
        """
    )

    fileprivate static let renew = SQLiteQuery(
        "renew lease",
        "update deliveries set lease_until = ?4 where \(isHeld)"
    )

    fileprivate static let release = SQLiteQuery(
        "release delivery",
        """
        update deliveries
        set state = iif(cancel_requested, 'cancelled', 'queued'),
            reason = iif(cancel_requested, 'cancelled', reason),
            settled_at = iif(cancel_requested, ?3, null),
            attempt = attempt - 1, lease_until = null
        where \(isHeld)
        """
    )

    fileprivate static let learnEnvironment = SQLiteQuery(
        "learn environment",
        "update devices set environment = ?3 where id = ?1 and token = ?2 and environment is null"
    )

    fileprivate static let recordAttempt = SQLiteQuery(
        "record attempt",
        """
        insert or replace into attempts (delivery_id, attempt, outcome, reason, at, duration)
        select id, attempt, ?2, ?3, ?4, ?5 from deliveries where id = ?1
        """
    )
}
