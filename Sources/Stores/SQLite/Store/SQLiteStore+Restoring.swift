public import FanfareCore

/// Storing what comes from another store.
extension SQLiteStore {
    /// Stores devices as they are, in one transaction.
    public func restore(devices: [Device]) async throws -> [RestoredDevice] {
        try await writing { connection in try devices.map { try connection.restore($0) } }
    }

    /// Stores notifications as they are, in one transaction.
    public func restore(notifications: [StoredNotification]) async throws -> [Bool] {
        let isNew = try await writing { connection in try notifications.map { try connection.restore($0) } }
        arrivals.signal(notifications.flatMap { $0.messages.map(\.channel) })
        return isNew
    }

    /// Stores idempotency keys as they are, in one transaction.
    public func restore(keys: [StoredKey]) async throws -> [Bool] {
        let clock = clock
        // Encoded here rather than on the thread that writes for everybody.
        let receipts = try keys.map { try Payload(encoding: $0.receipts) }
        return try await writing { connection in
            let now = clock.now
            let row = try connection.statement(.restoreKey)
            return try zip(keys, receipts).map { key, receipts in
                try row.run(key.key, key.fingerprint.rawValue, receipts, key.end, now)
                return connection.changes > 0
            }
        }
    }

    /// Stores events under numbers of their own, in one transaction.
    public func restore(events: [StoredEvent]) async throws -> [Bool] {
        let isNew = try await writing { connection in
            let row = try connection.statement(.restoreEvent)
            return try events.map { event in
                try row.run(
                    event.draft.type,
                    event.draft.user,
                    event.draft.payload,
                    event.draft.idempotencyKey,
                    event.created,
                    event.setAside,
                    event.reason
                )
                return connection.changes > 0
            }
        }
        if isNew.contains(true) { arrivals.signalEvents() }
        return isNew
    }
}

extension SQLiteConnection {
    fileprivate func restore(_ device: Device) throws -> RestoredDevice {
        let known = try statement(.knownDevice)
        try known.bind(device.id, device.platform, device.appID, device.deviceKey, device.token)
        if try known.step() { return RestoredDevice(id: try known.id(0), isNew: false) }
        try save(device)
        return RestoredDevice(id: device.id, isNew: true)
    }

    fileprivate func restore(_ notification: StoredNotification) throws -> Bool {
        if try exists(notification.id) { return false }
        try run(
            .insertNotification,
            notification.id,
            notification.type,
            notification.category,
            notification.recipient,
            notification.summary.title,
            notification.summary.body,
            notification.summary.link,
            notification.summary.data,
            notification.idempotencyKey,
            notification.collapseKey,
            notification.created
        )
        for message in notification.messages {
            try run(
                .insertMessage,
                message.id,
                notification.id,
                message.channel,
                notification.type,
                notification.collapseKey,
                message.payload
            )
            for delivery in message.deliveries { try restore(delivery, of: message, in: notification) }
        }
        return true
    }

    private func restore(
        _ delivery: StoredDelivery,
        of message: StoredMessage,
        in notification: StoredNotification
    ) throws {
        var device: DeviceID?
        var direct: Route?
        switch delivery.destination {
        case .device(let id): device = id
        case .direct(let route): direct = route
        }
        try run(
            .restoreDelivery,
            delivery.id,
            notification.id,
            message.id,
            message.channel,
            notification.recipient,
            device,
            direct?.address,
            direct?.environment,
            direct?.appID,
            delivery.attempts,
            delivery.maxAttempts,
            delivery.uncertainAttempts,
            delivery.priority,
            delivery.scheduled,
            delivery.due,
            delivery.expires,
            delivery.isCancelled,
            delivery.reason,
            delivery.created
        )
    }
}

extension SQLiteQuery {
    /// What the store has of a device already: by its id, by its device key, by its token.
    static let knownDevice = SQLiteQuery(
        "find known device",
        """
        select id, 1 as rank from devices where id = ?1
        union all
        select id, 2 from devices where platform = ?2 and app_id = ?3 and device_key = ?4
        union all
        select id, 3 from devices where platform = ?2 and app_id = ?3 and token = ?5
        order by rank limit 1
        """
    )

    fileprivate static let restoreDelivery = SQLiteQuery(
        "restore delivery",
        """
        insert into deliveries
            (id, notification_id, message_id, channel, user_id, device_id, address, environment, app_id, attempt,
            max_attempts, uncertain, priority, scheduled_at, due_at, expires_at, cancel_requested, reason, created_at)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
        """
    )

    fileprivate static let restoreEvent = SQLiteQuery(
        "restore event",
        """
        insert into events (type, user_id, payload, idempotency_key, created_at, set_aside_at, reason)
        select ?1, ?2, ?3, ?4, ?5, ?6, ?7 where not exists (select 1 from events where idempotency_key = ?4)
        """
    )

    /// A key that is still remembered stays as it is; a lapsed one that was not pruned yet makes room.
    fileprivate static let restoreKey = SQLiteQuery(
        "restore idempotency key",
        """
        insert into idempotency_keys (key, fingerprint, receipts, expires_at) values (?1, ?2, ?3, ?4)
        on conflict (key) do update set fingerprint = ?2, receipts = ?3, expires_at = ?4 where expires_at <= ?5
        """
    )
}
