public import FanfareCore

extension SQLiteStore {
    /// Calls off what has not been sent of a notification.
    public func cancel(_ notification: NotificationID) async throws -> CancelResult? {
        let clock = clock
        return try await writing { connection in
            guard try connection.exists(notification) else { return nil }
            let count = try connection.statement("select count(*) from deliveries where notification_id = ?1")
            try count.bind(notification)
            let total = try count.step() ? count.int(0) : 0
            try connection.run(.cancelQueued, notification, clock.now)
            let cancelled = connection.changes
            try connection.run(.cancelSending, notification)
            return CancelResult(cancelled: cancelled, tooLate: total - cancelled)
        }
    }

    /// Gives a delivery another go.
    public func retry(_ delivery: DeliveryID) async throws -> RetryResult {
        let clock = clock
        let result = try await writing { connection -> RetryResult in
            guard let current = try connection.delivery(delivery) else { return .unknown }
            guard current.state.isRetryable else { return .refused(current.state) }
            try connection.run(.retry, delivery, clock.now)
            return try connection.delivery(delivery).map { .queued($0) } ?? .unknown
        }
        if case .queued(let record) = result { arrivals.signal([record.channel]) }
        return result
    }

    /// Makes due what waits for a reason.
    public func hasten(_ channel: ChannelID, waitingFor reason: DeliveryReason) async throws -> Int {
        let clock = clock
        let count = try await writing { connection in
            try connection.run(.hasten, channel, reason.code, clock.now)
            return connection.changes
        }
        if count > 0 { arrivals.signal([channel]) }
        return count
    }

    /// The record of a notification.
    public func notification(_ id: NotificationID) async throws -> NotificationRecord? {
        try await reading { connection in
            let row = try connection.statement(.notification)
            try row.bind(id)
            guard try row.step() else { return nil }
            return NotificationRecord(
                id: id,
                type: NotificationType(rawValue: row.text(0)),
                category: Category(rawValue: row.text(1)),
                recipient: row.recipient(2),
                summary: NotificationSummary(
                    title: row.optionalText(3),
                    body: row.optionalText(4),
                    link: row.optionalText(5),
                    data: row.optionalPayload(6)
                ),
                idempotencyKey: row.optionalText(7),
                collapseKey: row.optionalText(8),
                created: row.timestamp(9),
                deliveries: try connection.deliveries(.deliveriesOfNotification) { try $0.bind(id) }
            )
        }
    }

    /// The record of a delivery.
    public func delivery(_ id: DeliveryID) async throws -> Delivery? {
        try await reading { try $0.delivery(id) }
    }

    /// A page of deliveries.
    public func deliveries(
        matching filter: DeliveryFilter,
        after cursor: DeliveryID?,
        limit: Int
    ) async throws -> [Delivery] {
        try await reading { connection in
            try connection.deliveries(.page(state: filter.state)) { try $0.bind(filter.channel, cursor, limit) }
        }
    }
}

extension SQLiteConnection {
    func exists(_ notification: NotificationID) throws -> Bool {
        let row = try statement("select 1 from notifications where id = ?1")
        try row.bind(notification)
        return try row.step()
    }

    fileprivate func delivery(_ id: DeliveryID) throws -> Delivery? {
        try deliveries(.delivery) { try $0.bind(id) }.first
    }

    fileprivate func deliveries(
        _ query: SQLiteQuery,
        binding: (borrowing SQLiteStatement) throws -> Void
    ) throws -> [Delivery] {
        let row = try statement(query)
        try binding(row)
        var deliveries: [Delivery] = []
        while try row.step() {
            deliveries.append(
                Delivery(
                    id: try row.id(0),
                    notification: try row.id(1),
                    type: NotificationType(rawValue: row.text(2)),
                    recipient: row.recipient(3),
                    channel: row.channel(4),
                    device: try row.optionalID(5),
                    shortenedAddress: row.optionalText(6).map(\.shortened),
                    state: try row.state(7),
                    attempts: row.int(8),
                    maxAttempts: row.int(9),
                    priority: row.priority(10),
                    reason: row.optionalText(11),
                    providerID: row.optionalText(12),
                    due: row.timestamp(13),
                    expires: row.optionalTimestamp(14),
                    created: row.timestamp(15),
                    settled: row.optionalTimestamp(16)
                )
            )
        }
        return deliveries
    }
}

extension SQLiteQuery {
    private static let recordColumns = """
        select d.id, d.notification_id, n.type, d.user_id, d.channel, d.device_id, d.address, d.state, d.attempt,
            d.max_attempts, d.priority, d.reason, d.provider_id, d.due_at, d.expires_at, d.created_at, d.settled_at
        from deliveries d
        join notifications n on n.id = d.notification_id
        """

    fileprivate static let delivery = SQLiteQuery("find delivery", "\(recordColumns) where d.id = ?1")

    fileprivate static let deliveriesOfNotification = SQLiteQuery(
        "list deliveries of notification",
        "\(recordColumns) where d.notification_id = ?1 order by d.id"
    )

    /// The state is part of the text, so that SQLite sees that the index of unsent deliveries applies.
    static func page(state: DeliveryState?) -> SQLiteQuery {
        SQLiteQuery(
            "list deliveries",
            """
            \(recordColumns)
            where \(state.map { "d.state = '\($0.rawValue)'" } ?? "true")
                and (?1 is null or d.channel = ?1) and (?2 is null or d.id < ?2)
            order by d.id desc limit ?3
            """
        )
    }

    fileprivate static let notification = SQLiteQuery(
        "find notification",
        """
        select type, category, user_id, title, body, link, data, idempotency_key, collapse_key, created_at
        from notifications where id = ?1
        """
    )

    fileprivate static let cancelQueued = SQLiteQuery(
        "cancel queued deliveries",
        """
        update deliveries set state = 'cancelled', reason = 'cancelled', settled_at = ?2
        where notification_id = ?1 and state = 'queued'
        """
    )

    fileprivate static let cancelSending = SQLiteQuery(
        "cancel deliveries under way",
        "update deliveries set cancel_requested = 1 where notification_id = ?1 and state = 'sending'"
    )

    fileprivate static let retry = SQLiteQuery(
        "retry delivery",
        """
        update deliveries
        set state = 'queued', reason = null, settled_at = null, cancel_requested = 0, uncertain = 0,
            due_at = ?2, scheduled_at = ?2, expires_at = ?2 + (expires_at - scheduled_at),
            max_attempts = max(max_attempts, attempt + 1)
        where id = ?1
        """
    )

    fileprivate static let hasten = SQLiteQuery(
        "hasten deliveries",
        "update deliveries set due_at = ?3 where state = 'queued' and channel = ?1 and reason = ?2 and due_at > ?3"
    )
}
