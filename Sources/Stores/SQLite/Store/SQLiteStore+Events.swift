public import FanfareCore

extension SQLiteStore {
    /// Stores events in one transaction.
    public func post(_ drafts: [EventDraft]) async throws -> [EventID] {
        for draft in drafts { try draft.check() }
        if drafts.isEmpty { return [] }
        let clock = clock
        let ids = try await writing { connection in
            let now = clock.now
            return try drafts.map { try connection.insert($0, at: now) }
        }
        arrivals.signalEvents()
        return ids
    }

    /// Takes events, the oldest first.
    public func claimEvents(upTo limit: Int, for lease: Duration) async throws -> [ClaimedEvent] {
        let clock = clock
        return try await writing { connection in
            let now = clock.now
            var ids = try connection.eventIDs(.lapsedEvent) { try $0.bind(now) }
            if ids.isEmpty { ids = try connection.eventIDs(.waitingEvents) { try $0.bind(limit) } }
            // As with deliveries: polling an empty table must not cost a commit.
            if ids.isEmpty { return [] }
            return try connection.take(ids, under: try connection.nextToken(), until: now.advanced(by: lease))
        }
    }

    /// Ends claimed events, in one transaction.
    public func conclude(_ conclusions: [EventConclusion]) async throws -> [EventResult] {
        if conclusions.isEmpty { return [] }
        let clock = clock
        let receipts = try conclusions.map { try $0.submission?.encodedReceipts }
        let results = try await writing { connection in
            let now = clock.now
            return try zip(conclusions, receipts).map { try connection.conclude($0, $1, at: now) }
        }
        let stored = zip(conclusions, results).filter { $1 == .stored }.compactMap { $0.0.submission }
        arrivals.signal(stored.flatMap(\.notifications).flatMap { $0.messages.map(\.channel) })
        return results
    }

    /// A page of the events that are set aside.
    public func setAsideEvents(after cursor: EventID?, limit: Int) async throws -> [SetAsideEvent] {
        try await reading { connection in
            let row = try connection.statement(.setAsideEvents)
            try row.bind(cursor ?? EventID(rawValue: .max), limit)
            var events: [SetAsideEvent] = []
            while try row.step() {
                events.append(
                    SetAsideEvent(
                        id: row.eventID(0),
                        type: NotificationType(rawValue: row.text(1)),
                        user: row.recipient(2),
                        idempotencyKey: row.optionalText(3),
                        attempts: row.int(4),
                        created: row.timestamp(5),
                        setAside: row.timestamp(6),
                        reason: row.text(7)
                    )
                )
            }
            return events
        }
    }

    /// Lets events that were set aside be claimed again.
    public func replayEvents(_ selection: EventSelection) async throws -> Int {
        let count = try await writing { try $0.change(selection, by: .replayEvents) }
        if count > 0 { arrivals.signalEvents() }
        return count
    }

    /// Deletes events that were set aside.
    public func discardEvents(_ selection: EventSelection) async throws -> Int {
        try await writing { try $0.change(selection, by: .discardEvents) }
    }
}

extension EventID: SQLiteBindable {}

extension SQLiteStatement {
    fileprivate func eventID(_ column: Int32) -> EventID { EventID(rawValue: int64(column)) }
}

extension EventConclusion {
    fileprivate var submission: Submission? {
        guard case .notification(let submission) = outcome else { return nil }
        return submission
    }
}

extension Sequence<EventID> {
    /// A JSON array of the numbers.
    fileprivate var list: String { "[" + map(\.description).joined(separator: ",") + "]" }
}

extension SQLiteConnection {
    fileprivate func insert(_ draft: EventDraft, at now: Timestamp) throws -> EventID {
        let row = try statement(.insertEvent)
        try row.bind(draft.type, draft.user, draft.payload, draft.idempotencyKey, now)
        var id: Int64 = 0
        while try row.step() { id = row.int64(0) }
        return EventID(rawValue: id)
    }

    fileprivate func eventIDs(
        _ query: SQLiteQuery,
        binding: (borrowing SQLiteStatement) throws -> Void
    ) throws -> [EventID] {
        let row = try statement(query)
        try binding(row)
        var ids: [EventID] = []
        while try row.step() { ids.append(row.eventID(0)) }
        return ids
    }

    fileprivate func take(_ ids: [EventID], under token: Int64, until end: Timestamp) throws -> [ClaimedEvent] {
        let row = try statement(.takeEvents)
        try row.bind(ids.list, token, end)
        var events: [ClaimedEvent] = []
        while try row.step() {
            events.append(
                ClaimedEvent(
                    lease: EventLease(event: row.eventID(0), token: token),
                    type: NotificationType(rawValue: row.text(1)),
                    user: row.recipient(2),
                    payload: row.payload(3),
                    idempotencyKey: row.optionalText(4),
                    attempts: row.int(5),
                    created: row.timestamp(6)
                )
            )
        }
        // In which order RETURNING gives rows is not defined.
        return events.sorted { $0.lease.event < $1.lease.event }
    }

    fileprivate func conclude(
        _ conclusion: EventConclusion,
        _ receipts: Payload?,
        at now: Timestamp
    ) throws -> EventResult {
        let lease = conclusion.lease
        switch conclusion.outcome {
        case .setAside(let reason):
            try run(.setEventAside, lease.event, lease.token, now, reason.description)
            return changes > 0 ? .setAside : .stale
        case .notification(let submission):
            guard try isHeld(lease, at: now) else { return .stale }
            let result = try enqueue(submission, receipts, at: now)
            if result == .conflict { return .conflict }
            try run("delete from events where id = ?1", lease.event)
            return result == .stored ? .stored : .duplicate
        }
    }

    private func isHeld(_ lease: EventLease, at now: Timestamp) throws -> Bool {
        let row = try statement(.heldEvent)
        try row.bind(lease.event, lease.token, now)
        return try row.step()
    }

    /// - Returns: How many events changed.
    fileprivate func change(_ selection: EventSelection, by query: SQLiteQuery) throws -> Int {
        switch selection {
        case .all: try run(query, String?.none)
        case .these(let ids): try run(query, ids.list)
        }
        return changes
    }
}

extension SQLiteQuery {
    fileprivate static let insertEvent = SQLiteQuery(
        "insert event",
        """
        insert into events (type, user_id, payload, idempotency_key, created_at) values (?1, ?2, ?3, ?4, ?5)
        returning id
        """
    )

    /// The one that comes alone.
    static let lapsedEvent = SQLiteQuery(
        "find a lapsed event",
        """
        select id from events where attempts > 0 and set_aside_at is null and lease_until <= ?1 order by id limit 1
        """
    )

    static let waitingEvents = SQLiteQuery(
        "find waiting events",
        "select id from events where attempts = 0 and set_aside_at is null order by id limit ?1"
    )

    static let takeEvents = SQLiteQuery(
        "take events",
        """
        update events set attempts = attempts + 1, lease = ?2, lease_until = ?3
        where id in (select value from json_each(?1))
        returning id, type, user_id, payload, idempotency_key, attempts, created_at
        """
    )

    /// The fence: only who holds the event, and holds it still, may say what becomes of it.
    private static let isHeld = "id = ?1 and lease = ?2 and lease_until > ?3"

    fileprivate static let heldEvent = SQLiteQuery("find held event", "select 1 from events where \(isHeld)")

    fileprivate static let setEventAside = SQLiteQuery(
        "set event aside",
        "update events set set_aside_at = ?3, reason = ?4, lease_until = null where \(isHeld)"
    )

    static let setAsideEvents = SQLiteQuery(
        "list events that are set aside",
        """
        select id, type, user_id, idempotency_key, attempts, created_at, set_aside_at, reason
        from events where set_aside_at is not null and id < ?1 order by id desc limit ?2
        """
    )

    private static let isSelected = """
        set_aside_at is not null and (?1 is null or id in (select value from json_each(?1)))
        """

    fileprivate static let replayEvents = SQLiteQuery(
        "replay events",
        "update events set attempts = 0, set_aside_at = null, reason = null where \(isSelected)"
    )

    fileprivate static let discardEvents = SQLiteQuery("discard events", "delete from events where \(isSelected)")
}
