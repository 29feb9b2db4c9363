public import FanfareCore

extension PostgresStore {
    /// Stores events in one transaction.
    public func post(_ drafts: [EventDraft]) async throws -> [EventID] {
        for draft in drafts { try draft.check() }
        if drafts.isEmpty { return [] }
        let call = PostgresCall(
            .insertEvents,
            time,
            drafts.map(\.type),
            drafts.map(\.user),
            drafts.map { String(decoding: $0.payload.json, as: UTF8.self) },
            drafts.map(\.idempotencyKey)
        )
        let ids = try await writing { connection in try connection.run([call])[0].map { try $0.eventID(0) } }
        arrivals.signalEvents()
        return ids.sorted()
    }

    /// Takes events, the oldest first.
    public func claimEvents(upTo limit: Int, for lease: Duration) async throws -> [ClaimedEvent] {
        let time = time
        return try await writing { connection in
            try connection.run(.takeEvents, time, limit, lease.databaseMicroseconds).map { row in
                ClaimedEvent(
                    lease: EventLease(event: try row.eventID(0), token: try row.int64(1)),
                    type: NotificationType(rawValue: try row.text(2)),
                    user: try row.recipient(3),
                    payload: Payload(json: try row.utf8(4)),
                    idempotencyKey: try row.optionalText(5),
                    attempts: try row.int(6),
                    created: try row.timestamp(7)
                )
            }
        }
    }

    /// Ends claimed events, in one transaction and one round trip.
    public func conclude(_ conclusions: [EventConclusion]) async throws -> [EventResult] {
        if conclusions.isEmpty { return [] }
        let calls = try conclusions.map { try $0.call(at: time) }
        let results = try await writing { connection in
            try connection.run(calls).map { answer in
                guard let word = try answer.first?.text(0) else { return EventResult.stale }
                return EventResult(word)
            }
        }
        let stored = zip(conclusions, results).filter { $1 == .stored }.compactMap { $0.0.submission }
        arrivals.signal(stored.flatMap(\.notifications).flatMap { $0.messages.map(\.channel) })
        return results
    }

    /// A page of the events that are set aside.
    public func setAsideEvents(after cursor: EventID?, limit: Int) async throws -> [SetAsideEvent] {
        try await reading { connection in
            try connection.run(.setAsideEvents, cursor ?? EventID(rawValue: .max), limit).map { row in
                SetAsideEvent(
                    id: try row.eventID(0),
                    type: NotificationType(rawValue: try row.text(1)),
                    user: try row.recipient(2),
                    idempotencyKey: try row.optionalText(3),
                    attempts: try row.int(4),
                    created: try row.timestamp(5),
                    setAside: try row.timestamp(6),
                    reason: try row.text(7)
                )
            }
        }
    }

    /// Lets events that were set aside be claimed again.
    public func replayEvents(_ selection: EventSelection) async throws -> Int {
        let count = try await writing { try $0.run(.replayEvents, selection.ids).affected }
        if count > 0 { arrivals.signalEvents() }
        return count
    }

    /// Deletes events that were set aside.
    public func discardEvents(_ selection: EventSelection) async throws -> Int {
        try await writing { try $0.run(.discardEvents, selection.ids).affected }
    }
}

extension EventID: PostgresEncodable {}

extension PostgresRow {
    fileprivate func eventID(_ column: Int) throws -> EventID { EventID(rawValue: try int64(column)) }
}

extension EventSelection {
    /// Nil for all.
    fileprivate var ids: [EventID]? {
        guard case .these(let ids) = self else { return nil }
        return ids
    }
}

extension EventResult {
    /// Reads the word the schema's statements say.
    fileprivate init(_ word: String) {
        switch word {
        case "stored": self = .stored
        case "duplicate": self = .duplicate
        case "conflict": self = .conflict
        case "set-aside": self = .setAside
        default: self = .stale
        }
    }
}

extension EventConclusion {
    fileprivate var submission: Submission? {
        guard case .notification(let submission) = outcome else { return nil }
        return submission
    }

    fileprivate func call(at time: Timestamp?) throws -> PostgresCall {
        switch outcome {
        case .notification(let submission):
            let document = PostgresJSON(try EnqueueDocument(submission).utf8)
            return PostgresCall(.concludeEvent, lease.event, lease.token, document, time)
        case .setAside(let reason):
            return PostgresCall(.setEventAside, time, lease.event, lease.token, reason.description)
        }
    }
}

extension PostgresStatement {
    /// `order by` makes their numbers come in the order of the drafts.
    fileprivate static let insertEvents = PostgresStatement(
        "insert events",
        """
        insert into fanfare.events (type, user_id, payload, idempotency_key, created_at)
        select type, user_id, payload, idempotency_key, coalesce($1, now())
        from unnest($2::text[], $3::text[], $4::text[], $5::text[])
            with ordinality as s (type, user_id, payload, idempotency_key, place)
        order by place
        returning id
        """
    )

    /// The lapsed one comes alone.
    static let takeEvents = PostgresStatement(
        "take events",
        """
        with lapsed as materialized (
            select id from fanfare.events
            where attempts > 0 and set_aside_at is null and lease_until <= coalesce($1, now())
            order by id limit 1
            for update skip locked
        ), waiting as materialized (
            select id from fanfare.events
            where attempts = 0 and set_aside_at is null and not exists (select from lapsed)
            order by id limit $2
            for update skip locked
        ), token as materialized (
            select nextval('fanfare.leases') as value
        ), taken as (
            update fanfare.events
            set attempts = attempts + 1, lease = (select value from token),
                lease_until = coalesce($1, now()) + $3 * interval '1 microsecond'
            where id = any (array(select id from lapsed union all select id from waiting))
            returning id, lease, type, user_id, payload, idempotency_key, attempts, created_at
        )
        select * from taken order by id
        """
    )

    fileprivate static let concludeEvent = PostgresStatement(
        "conclude event",
        "select fanfare.conclude_event($1, $2, $3, $4)"
    )

    fileprivate static let setEventAside = PostgresStatement(
        "set event aside",
        """
        update fanfare.events set set_aside_at = coalesce($1, now()), reason = $4, lease_until = null
        where id = $2 and lease = $3 and lease_until > coalesce($1, now())
        returning 'set-aside'::text
        """
    )

    static let setAsideEvents = PostgresStatement(
        "list events that are set aside",
        """
        select id, type, user_id, idempotency_key, attempts, created_at, set_aside_at, reason
        from fanfare.events where set_aside_at is not null and id < $1 order by id desc limit $2
        """
    )

    private static let isSelected = "set_aside_at is not null and ($1::bigint[] is null or id = any ($1))"

    fileprivate static let replayEvents = PostgresStatement(
        "replay events",
        "update fanfare.events set attempts = 0, set_aside_at = null, reason = null where \(isSelected)"
    )

    fileprivate static let discardEvents = PostgresStatement(
        "discard events",
        "delete from fanfare.events where \(isSelected)"
    )
}
