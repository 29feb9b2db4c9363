public import FanfareCore

extension PostgresStore {
    /// Records what became of claimed deliveries, in one transaction.
    public func settle(_ settlements: [Settlement]) async throws -> [SettlementResult] {
        if settlements.isEmpty { return [] }
        let rounds = SettlementRound.rounds(of: settlements, at: time)
        return try await repeating { connection, isRepeat in
            var results = [SettlementResult](repeating: .stale, count: settlements.count)
            // What is one round trip is one transaction without saying so.
            if rounds.count == 1, !rounds[0].touchesDevices, !isRepeat {
                try rounds[0].settle(on: connection, &results)
                return results
            }
            return try connection.transaction {
                for round in rounds {
                    try round.settle(on: connection, &results)
                    if isRepeat { try round.recognize(on: connection, &results) }
                }
                return results
            }
        }
    }

    /// Prolongs leases.
    public func renew(_ leases: [Lease], for duration: Duration) async throws -> Set<Lease> {
        let call = PostgresCall(
            .renew,
            time,
            leases.map(\.delivery),
            leases.map(\.token),
            duration.databaseMicroseconds
        )
        return try await writing { connection in
            try connection.run([call])[0].reduce(into: []) { held, row in
                held.insert(Lease(delivery: try row.id(0), token: try row.int64(1)))
            }
        }
    }

    /// Hands claimed deliveries back.
    public func release(_ leases: [Lease]) async throws {
        let call = PostgresCall(.release, time, leases.map(\.delivery), leases.map(\.token))
        try await writing { connection in _ = try connection.run([call]) }
    }
}

extension PostgresStatement {
    /// The fence: only who holds the delivery, and holds it still, may say what becomes of it. It does not ask for the
    /// state, which `lease_until` implies, or the planner might read all that are being sent to find one.
    private static let isHeld = "d.id = s.id and d.lease = s.lease and d.lease_until > coalesce($1, now())"

    static let renew = PostgresStatement(
        "renew leases",
        """
        update fanfare.deliveries d
        set lease_until = coalesce($1, now()) + $4 * interval '1 microsecond'
        from unnest($2::uuid[], $3::bigint[]) as s (id, lease)
        where \(isHeld)
        returning d.id, d.lease
        """
    )

    static let release = PostgresStatement(
        "release deliveries",
        """
        update fanfare.deliveries d
        set state = case when d.cancel_requested then 'cancelled' else 'queued' end,
            reason = case when d.cancel_requested then 'cancelled' else d.reason end,
            settled_at = case when d.cancel_requested then coalesce($1, now()) end,
            attempt = d.attempt - 1, lease_until = null
        from unnest($2::uuid[], $3::bigint[]) as s (id, lease)
        where \(isHeld)
        """
    )

    /// What was plainly sent: most settlements.
    static let settleSent = PostgresStatement(
        "settle as sent",
        """
        update fanfare.deliveries d
        set state = 'sent', provider_id = s.provider_id, reason = null, lease_until = null,
            settled_at = coalesce($1, now())
        from unnest($2::uuid[], $3::bigint[], $4::text[]) with ordinality as s (id, lease, provider_id, place)
        where \(isHeld)
        returning s.place, d.state
        """
    )

    /// Anything, with the attempts to record.
    static let settleOthers = PostgresStatement(
        "settle deliveries",
        """
        with settled as (
            update fanfare.deliveries d
            set state = case when s.state = 'queued' and d.cancel_requested then 'cancelled' else s.state end,
                reason = case when s.state = 'sent' then null
                    when s.state = 'queued' and d.cancel_requested then 'cancelled' else s.reason end,
                provider_id = case when s.state = 'sent' then s.provider_id else d.provider_id end,
                due_at = case when s.state = 'queued' and not d.cancel_requested
                    then coalesce($1, now()) + s.delay * interval '1 microsecond' else d.due_at end,
                settled_at = case when s.state <> 'queued' or d.cancel_requested then coalesce($1, now()) end,
                attempt = d.attempt - s.uncounted, uncertain = d.uncertain + s.uncertain, lease_until = null
            from unnest(
                $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[],
                $10::text[], $11::text[], $12::bigint[]
            ) with ordinality as s (
                id, lease, provider_id, state, reason, delay, uncounted, uncertain, outcome, detail, duration, place
            )
            where \(isHeld)
            returning d.id, d.attempt, d.state, s.outcome, s.detail, s.duration, s.place
        ), recorded as (
            insert into fanfare.attempts (delivery_id, attempt, outcome, reason, at, duration)
            select id, attempt, outcome, detail, coalesce($1, now()), duration from settled where outcome is not null
            on conflict (delivery_id, attempt, at) do update
            set outcome = excluded.outcome, reason = excluded.reason, duration = excluded.duration
        )
        select place, state from settled
        """
    )

    /// What was settled under a lease, and by nobody else: nobody else has the token.
    static let recognize = PostgresStatement(
        "recognize settled deliveries",
        """
        select s.place, d.state
        from unnest($1::uuid[], $2::bigint[]) with ordinality as s (id, lease, place)
        join fanfare.deliveries d on d.id = s.id and d.lease = s.lease and d.lease_until is null
        """
    )
}
