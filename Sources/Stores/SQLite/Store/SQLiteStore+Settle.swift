public import FanfareCore

extension SQLiteStore {
    /// Records what became of claimed deliveries, in one transaction.
    public func settle(_ settlements: [Settlement]) async throws -> [SettlementResult] {
        if settlements.isEmpty { return [] }
        let clock = clock
        return try await writing { connection in
            let now = clock.now
            return try settlements.map { try connection.settle($0, at: now) }
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

extension SQLiteConnection {
    fileprivate func settle(_ settlement: Settlement, at now: Timestamp) throws -> SettlementResult {
        let lease = settlement.lease
        let uncounted = settlement.attemptCounts ? 0 : 1
        let uncertain = settlement.isUncertain ? 1 : 0
        var state = settlement.state
        switch settlement.result {
        case .sent(let providerID):
            try run(.settleSent, lease.delivery, lease.token, now, uncounted, providerID)
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
        return .applied(state, routeRemoved: try settlement.removal.map { try setAside($0, at: now) } ?? false)
    }
}

extension SQLiteQuery {
    /// The fence: only who holds the delivery, and holds it still, may say what becomes of it.
    private static let isHeld = "id = ?1 and lease = ?2 and state = 'sending' and lease_until > ?3"

    fileprivate static let settleSent = SQLiteQuery(
        "settle as sent",
        """
        update deliveries
        set state = 'sent', provider_id = ?5, reason = null, attempt = attempt - ?4, lease_until = null, settled_at = ?3
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

    fileprivate static let settleRetry = SQLiteQuery(
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

    fileprivate static let recordAttempt = SQLiteQuery(
        "record attempt",
        """
        insert or replace into attempts (delivery_id, attempt, outcome, reason, at, duration)
        select id, attempt, ?2, ?3, ?4, ?5 from deliveries where id = ?1
        """
    )
}
