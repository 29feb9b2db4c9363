public import FanfareCore

extension PostgresStore {
    /// Calls off what has not been sent of a notification.
    public func cancel(_ notification: NotificationID) async throws -> CancelResult? {
        let calls = [PostgresCall(.countDeliveries, notification), PostgresCall(.cancel, time, notification)]
        return try await writing { connection in
            let answers = try connection.run(calls)
            guard let total = try answers[0].first?.int(0) else { return nil }
            let cancelled = try answers[1].count(where: { try $0.state(0) == .cancelled })
            return CancelResult(cancelled: cancelled, tooLate: total - cancelled)
        }
    }

    /// Gives a delivery another go.
    public func retry(_ delivery: DeliveryID) async throws -> RetryResult {
        let calls = [PostgresCall(.retry, time, delivery), PostgresCall(.delivery, delivery)]
        let result = try await writing { connection -> RetryResult in
            let answers = try connection.run(calls)
            guard let record = try answers[1].first?.delivery() else { return .unknown }
            return answers[0].affected > 0 ? .queued(record) : .refused(record.state)
        }
        if case .queued(let record) = result { arrivals.signal([record.channel]) }
        return result
    }

    /// Makes due what waits for a reason.
    public func hasten(_ channel: ChannelID, waitingFor reason: DeliveryReason) async throws -> Int {
        let time = time
        let count = try await writing { try $0.run(.hasten, time, channel, reason.code).affected }
        if count > 0 { arrivals.signal([channel]) }
        return count
    }

    /// The record of a notification.
    public func notification(_ id: NotificationID) async throws -> NotificationRecord? {
        try await reading { connection in
            let answers = try connection.run([
                PostgresCall(.notification, id), PostgresCall(.deliveriesOfNotification, id),
            ])
            guard let row = answers[0].first else { return nil }
            return NotificationRecord(
                id: id,
                type: NotificationType(rawValue: try row.text(0)),
                category: Category(rawValue: try row.text(1)),
                recipient: try row.recipient(2),
                summary: NotificationSummary(
                    title: try row.optionalText(3),
                    body: try row.optionalText(4),
                    link: try row.optionalText(5),
                    data: try row.optionalPayload(6)
                ),
                idempotencyKey: try row.optionalText(7),
                collapseKey: try row.optionalText(8),
                created: try row.timestamp(9),
                deliveries: try answers[1].map { try $0.delivery() }
            )
        }
    }

    /// The record of a delivery.
    public func delivery(_ id: DeliveryID) async throws -> Delivery? {
        try await reading { try $0.run(.delivery, id).first?.delivery() }
    }

    /// A page of deliveries.
    public func deliveries(
        matching filter: DeliveryFilter,
        after cursor: DeliveryID?,
        limit: Int
    ) async throws -> [Delivery] {
        try await reading { connection in
            try connection.run(.page(state: filter.state), filter.channel, cursor, limit).map { try $0.delivery() }
        }
    }
}

extension PostgresRow {
    fileprivate func delivery() throws -> Delivery {
        Delivery(
            id: try id(0),
            notification: try id(1),
            type: NotificationType(rawValue: try text(2)),
            recipient: try recipient(3),
            channel: try channel(4),
            device: try optionalID(5),
            shortenedAddress: try optionalText(6).map(\.shortened),
            state: try state(7),
            attempts: try int(8),
            maxAttempts: try int(9),
            priority: try priority(10),
            reason: try optionalText(11),
            providerID: try optionalText(12),
            due: try timestamp(13),
            expires: try optionalTimestamp(14),
            created: try timestamp(15),
            settled: try optionalTimestamp(16)
        )
    }
}

extension PostgresStatement {
    private static let recordColumns = """
        select d.id, d.notification_id, n.type, d.user_id, d.channel, d.device_id, d.address, d.state, d.attempt,
            d.max_attempts, d.priority, d.reason, d.provider_id, d.due_at, d.expires_at, d.created_at, d.settled_at
        from fanfare.deliveries d
        join fanfare.notifications n on n.id = d.notification_id
        """

    static let delivery = PostgresStatement("find delivery", "\(recordColumns) where d.id = $1")

    static let deliveriesOfNotification = PostgresStatement(
        "list deliveries of notification",
        "\(recordColumns) where d.notification_id = $1 order by d.id"
    )

    /// The state is part of the text, so that Postgres sees that an index of deliveries in that state applies.
    static func page(state: DeliveryState?) -> PostgresStatement {
        PostgresStatement(
            "list deliveries",
            """
            \(recordColumns)
            where \(state.map { "d.state = '\($0.rawValue)'" } ?? "true")
                and ($1::text is null or d.channel = $1)
                and d.id < coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
            order by d.id desc limit $3
            """
        )
    }

    fileprivate static let notification = PostgresStatement(
        "find notification",
        """
        select type, category, user_id, title, body, link, data, idempotency_key, collapse_key, created_at
        from fanfare.notifications where id = $1
        """
    )

    /// No row if there is no such notification.
    fileprivate static let countDeliveries = PostgresStatement(
        "count deliveries of notification",
        """
        select (select count(*) from fanfare.deliveries d where d.notification_id = n.id)
        from fanfare.notifications n where n.id = $1
        """
    )

    /// One statement, so that no delivery slips from one state to the other between two.
    static let cancel = PostgresStatement(
        "cancel deliveries",
        """
        update fanfare.deliveries
        set state = case when state = 'queued' then 'cancelled' else state end,
            reason = case when state = 'queued' then 'cancelled' else reason end,
            settled_at = case when state = 'queued' then coalesce($1, now()) else settled_at end,
            cancel_requested = state = 'sending'
        where notification_id = $2 and state in ('queued', 'sending')
        returning state
        """
    )

    fileprivate static let retry = PostgresStatement(
        "retry delivery",
        """
        update fanfare.deliveries
        set state = 'queued', reason = null, settled_at = null, cancel_requested = false, uncertain = 0,
            due_at = coalesce($1, now()), scheduled_at = coalesce($1, now()),
            expires_at = coalesce($1, now()) + (expires_at - scheduled_at),
            max_attempts = greatest(max_attempts, attempt + 1)
        where id = $2 and state in ('failed', 'expired', 'cancelled')
        """
    )

    static let hasten = PostgresStatement(
        "hasten deliveries",
        """
        update fanfare.deliveries set due_at = coalesce($1, now())
        where state = 'queued' and channel = $2 and reason = $3 and due_at > coalesce($1, now())
        """
    )
}
