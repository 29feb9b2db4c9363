public import FanfareCore

/// Reading what moves to another store.
extension SQLiteStore {
    /// How many deliveries are held.
    public func heldDeliveries() async throws -> Int {
        let clock = clock
        return try await reading { connection in
            let row = try connection.statement(.countHeld)
            try row.bind(clock.now)
            return try row.step() ? row.int(0) : 0
        }
    }

    /// A page of the notifications that have deliveries which have not ended.
    public func unsettledNotifications(
        after cursor: NotificationID?,
        limit: Int
    ) async throws -> [StoredNotification] {
        try await reading { connection in
            let row = try connection.statement(.unsettledNotifications)
            try row.bind(cursor, limit)
            var notifications: [StoredNotification] = []
            while try row.step() { notifications.append(try connection.stored(row)) }
            return notifications
        }
    }

    /// A page of the idempotency keys that are still remembered.
    public func idempotencyKeys(after cursor: String?, limit: Int) async throws -> [StoredKey] {
        let clock = clock
        return try await reading { connection in
            let row = try connection.statement(.livingKeys)
            try row.bind(cursor, clock.now, limit)
            var keys: [StoredKey] = []
            while try row.step() {
                keys.append(
                    StoredKey(
                        key: row.text(0),
                        fingerprint: Fingerprint(rawValue: row.text(1)),
                        receipts: try row.payload(2).decoded(as: [Receipt].self),
                        end: row.timestamp(3)
                    )
                )
            }
            return keys
        }
    }

    /// A page of the events that wait or are set aside.
    public func events(after cursor: EventID?, limit: Int) async throws -> [StoredEvent] {
        try await reading { connection in
            let row = try connection.statement(.events)
            try row.bind(cursor ?? EventID(rawValue: .min), limit)
            var events: [StoredEvent] = []
            while try row.step() {
                let draft = EventDraft(
                    type: NotificationType(rawValue: row.text(1)),
                    user: row.recipient(2),
                    payload: row.payload(3),
                    idempotencyKey: row.optionalText(4)
                )
                events.append(
                    StoredEvent(
                        id: EventID(rawValue: row.int64(0)),
                        draft: draft,
                        created: row.timestamp(5),
                        setAside: row.optionalTimestamp(6),
                        reason: row.optionalText(7)
                    )
                )
            }
            return events
        }
    }
}

extension SQLiteConnection {
    fileprivate func stored(_ row: borrowing SQLiteStatement) throws -> StoredNotification {
        let id: NotificationID = try row.id(0)
        return StoredNotification(
            id: id,
            type: NotificationType(rawValue: row.text(1)),
            category: Category(rawValue: row.text(2)),
            recipient: row.recipient(3),
            summary: NotificationSummary(
                title: row.optionalText(4),
                body: row.optionalText(5),
                link: row.optionalText(6),
                data: row.optionalPayload(7)
            ),
            idempotencyKey: row.optionalText(8),
            collapseKey: row.optionalText(9),
            created: row.timestamp(10),
            messages: try messages(of: id)
        )
    }

    private func messages(of notification: NotificationID) throws -> [StoredMessage] {
        let row = try statement(.unsettledDeliveries)
        try row.bind(notification)
        var messages: [StoredMessage] = []
        while try row.step() {
            let message: MessageID = try row.id(0)
            if messages.last?.id != message {
                let payload = row.payload(2)
                messages.append(StoredMessage(id: message, channel: row.channel(1), payload: payload, deliveries: []))
            }
            messages[messages.count - 1].deliveries.append(try delivery(row))
        }
        return messages
    }

    private func delivery(_ row: borrowing SQLiteStatement) throws -> StoredDelivery {
        let direct = Route(
            channel: row.channel(1),
            address: row.text(5),
            environment: row.environment(6),
            appID: row.optionalText(7)
        )
        return StoredDelivery(
            id: try row.id(3),
            destination: try row.optionalID(4).map { .device($0) } ?? .direct(direct),
            attempts: row.int(8),
            maxAttempts: row.int(9),
            uncertainAttempts: row.int(10),
            priority: row.priority(11),
            scheduled: row.timestamp(12),
            due: row.timestamp(13),
            expires: row.optionalTimestamp(14),
            isCancelled: row.bool(15),
            reason: row.optionalText(16),
            created: row.timestamp(17)
        )
    }
}

extension SQLiteQuery {
    fileprivate static let countHeld = SQLiteQuery(
        "count held deliveries",
        "select count(*) from deliveries where state = 'sending' and lease_until > ?1"
    )

    /// Goes through the deliveries in the order of their notifications, once for all pages together, however few of
    /// them are unsettled: the indexes of those would have to be sorted for each page.
    static let unsettledNotifications = SQLiteQuery(
        "list unsettled notifications",
        """
        select n.id, n.type, n.category, n.user_id, n.title, n.body, n.link, n.data, n.idempotency_key,
            n.collapse_key, n.created_at
        from (
            select distinct notification_id as id from deliveries indexed by deliveries_notification
            where notification_id > coalesce(?1, x'') and (state = 'queued' or state = 'sending')
            order by notification_id limit ?2
        ) u
        cross join notifications n on n.id = u.id
        order by u.id
        """
    )

    /// Whoever holds a delivery may have sent it.
    fileprivate static let unsettledDeliveries = SQLiteQuery(
        "list unsettled deliveries",
        """
        select m.id, m.channel, m.payload, d.id, d.device_id, d.address, d.environment, d.app_id, d.attempt,
            d.max_attempts, d.uncertain + (d.state = 'sending'), d.priority, d.scheduled_at, d.due_at, d.expires_at,
            d.cancel_requested, d.reason, d.created_at
        from deliveries d
        cross join messages m on m.id = d.message_id
        where d.notification_id = ?1 and (d.state = 'queued' or d.state = 'sending')
        order by d.message_id, d.id
        """
    )

    fileprivate static let events = SQLiteQuery(
        "list events",
        """
        select id, type, user_id, payload, idempotency_key, created_at, set_aside_at, reason
        from events where id > ?1 order by id limit ?2
        """
    )

    /// The first comparison finds where to begin, the second keeps the cursor itself out.
    static let livingKeys = SQLiteQuery(
        "list idempotency keys",
        """
        select key, fingerprint, receipts, expires_at from idempotency_keys
        where key >= coalesce(?1, '') and (?1 is null or key > ?1) and expires_at > ?2
        order by key limit ?3
        """
    )
}
