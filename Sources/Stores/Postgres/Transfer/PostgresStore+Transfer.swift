public import FanfareCore

/// Reading what moves to another store.
extension PostgresStore {
    /// How many deliveries are held.
    public func heldDeliveries() async throws -> Int {
        let time = time
        return try await reading { try $0.run(.countHeld, time).first?.int(0) ?? 0 }
    }

    /// A page of the notifications that have deliveries which have not ended.
    public func unsettledNotifications(after cursor: NotificationID?, limit: Int) async throws -> [StoredNotification] {
        try await reading { connection in
            let ids: [NotificationID] = try connection.run(.unsettledNotifications, cursor, limit).map { try $0.id(0) }
            if ids.isEmpty { return [] }
            let answers = try connection.run([
                PostgresCall(.notificationsToMove, ids), PostgresCall(.deliveriesToMove, ids),
            ])
            var messages: [NotificationID: [StoredMessage]] = [:]
            for row in answers[1] { try row.append(to: &messages[row.id(0), default: []]) }
            return try answers[0].map { row in try row.storedNotification(messages) }
        }
    }

    /// A page of the idempotency keys that are still remembered.
    public func idempotencyKeys(after cursor: String?, limit: Int) async throws -> [StoredKey] {
        let time = time
        return try await reading { connection in
            try connection.run(.livingKeys, time, cursor, limit).map { row in
                StoredKey(
                    key: try row.text(0),
                    fingerprint: Fingerprint(rawValue: try row.text(1)),
                    receipts: try row.payload(2).decoded(as: [Receipt].self),
                    end: try row.timestamp(3)
                )
            }
        }
    }

    /// A page of the events that wait or are set aside.
    public func events(after cursor: EventID?, limit: Int) async throws -> [StoredEvent] {
        try await reading { connection in
            try connection.run(.events, cursor ?? EventID(rawValue: .min), limit).map { row in
                StoredEvent(
                    id: EventID(rawValue: try row.int64(0)),
                    draft: EventDraft(
                        type: NotificationType(rawValue: try row.text(1)),
                        user: try row.recipient(2),
                        payload: Payload(json: try row.utf8(3)),
                        idempotencyKey: try row.optionalText(4)
                    ),
                    created: try row.timestamp(5),
                    setAside: try row.optionalTimestamp(6),
                    reason: try row.optionalText(7)
                )
            }
        }
    }
}

extension PostgresRow {
    fileprivate func storedNotification(
        _ messages: [NotificationID: [StoredMessage]]
    ) throws -> StoredNotification {
        let id: NotificationID = try id(0)
        return StoredNotification(
            id: id,
            type: NotificationType(rawValue: try text(1)),
            category: Category(rawValue: try text(2)),
            recipient: try recipient(3),
            summary: NotificationSummary(
                title: try optionalText(4),
                body: try optionalText(5),
                link: try optionalText(6),
                data: try optionalPayload(7)
            ),
            idempotencyKey: try optionalText(8),
            collapseKey: try optionalText(9),
            created: try timestamp(10),
            messages: messages[id] ?? []
        )
    }

    /// Adds the delivery of the row to the message it belongs to, the last one or the next.
    fileprivate func append(to messages: inout [StoredMessage]) throws {
        let message: MessageID = try id(1)
        let channel = try channel(2)
        if messages.last?.id != message {
            messages.append(StoredMessage(id: message, channel: channel, payload: try payload(3), deliveries: []))
        }
        let destination: StoredDelivery.Destination =
            if let device: DeviceID = try optionalID(5) {
                .device(device)
            } else {
                .direct(
                    Route(
                        channel: channel,
                        address: try text(6),
                        environment: try environment(7),
                        appID: try optionalText(8)
                    )
                )
            }
        messages[messages.count - 1].deliveries.append(
            StoredDelivery(
                id: try id(4),
                destination: destination,
                attempts: try int(9),
                maxAttempts: try int(10),
                uncertainAttempts: try int(11),
                priority: try priority(12),
                scheduled: try timestamp(13),
                due: try timestamp(14),
                expires: try optionalTimestamp(15),
                isCancelled: try bool(16),
                reason: try optionalText(17),
                created: try timestamp(18)
            )
        )
    }
}

extension PostgresStatement {
    fileprivate static let countHeld = PostgresStatement(
        "count held deliveries",
        "select count(*) from fanfare.deliveries where state = 'sending' and lease_until > coalesce($1, now())"
    )

    /// Goes through the deliveries in the order of their notifications, once for all pages together.
    fileprivate static let unsettledNotifications = PostgresStatement(
        "list unsettled notifications",
        """
        select distinct notification_id from fanfare.deliveries
        where notification_id > coalesce($1, '00000000-0000-0000-0000-000000000000'::uuid)
            and state in ('queued', 'sending')
        order by notification_id limit $2
        """
    )

    fileprivate static let notificationsToMove = PostgresStatement(
        "read notifications to move",
        """
        select id, type, category, user_id, title, body, link, data, idempotency_key, collapse_key, created_at
        from fanfare.notifications where id = any ($1::uuid[]) order by id
        """
    )

    /// Whoever holds a delivery may have sent it.
    fileprivate static let deliveriesToMove = PostgresStatement(
        "read deliveries to move",
        """
        select d.notification_id, m.id, m.channel, m.payload, d.id, d.device_id, d.address, d.environment, d.app_id,
            d.attempt, d.max_attempts, d.uncertain + (d.state = 'sending')::integer, d.priority, d.scheduled_at, d.due_at,
            d.expires_at, d.cancel_requested, d.reason, d.created_at
        from fanfare.deliveries d
        join fanfare.messages m on m.id = d.message_id
        where d.notification_id = any ($1::uuid[]) and d.state in ('queued', 'sending')
        order by d.message_id, d.id
        """
    )

    fileprivate static let events = PostgresStatement(
        "list events",
        """
        select id, type, user_id, payload, idempotency_key, created_at, set_aside_at, reason
        from fanfare.events where id > $1 order by id limit $2
        """
    )

    fileprivate static let livingKeys = PostgresStatement(
        "list idempotency keys",
        """
        select key, fingerprint, receipts, expires_at from fanfare.idempotency_keys
        where ($2::text is null or key > $2) and expires_at > coalesce($1, now())
        order by key limit $3
        """
    )
}
