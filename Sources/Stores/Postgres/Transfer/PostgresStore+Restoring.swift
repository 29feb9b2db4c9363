public import FanfareCore

/// Storing what comes from another store.
extension PostgresStore {
    /// Stores devices as they are, in one transaction.
    public func restore(devices: [Device]) async throws -> [RestoredDevice] {
        let look = PostgresCall(
            .knownDevices,
            devices.map(\.id),
            devices.map(\.platform),
            devices.map(\.appID),
            devices.map(\.deviceKey),
            devices.map(\.token)
        )
        return try await writing { connection in
            try connection.transaction {
                var results = devices.map { RestoredDevice(id: $0.id, isNew: true) }
                for row in try connection.run([look])[0] {
                    let number = try row.int(0) - 1
                    guard results.indices.contains(number) else { continue }
                    results[number] = RestoredDevice(id: try row.id(1), isNew: false)
                }
                let fresh = zip(devices, results).filter(\.1.isNew).map(\.0.call)
                do { _ = try connection.run(fresh) } catch let error as PostgresError
                    where error.sqlState == .uniqueViolation
                {
                    // It has been registered since; next time it is found.
                    throw error.asConflict
                }
                return results
            }
        }
    }

    /// Stores notifications as they are, in one transaction.
    public func restore(notifications: [StoredNotification]) async throws -> [Bool] {
        let ids = notifications.map(\.id)
        let isNew = try await writing { connection in
            try connection.transaction {
                let known = Set(try connection.run(.knownNotifications, ids).map { try $0.id(0) as NotificationID })
                try NotificationRows(notifications.filter { !known.contains($0.id) }).copy(over: connection)
                return ids.map { !known.contains($0) }
            }
        }
        arrivals.signal(notifications.flatMap { $0.messages.map(\.channel) })
        return isNew
    }

    /// Stores idempotency keys as they are, in one transaction.
    public func restore(keys: [StoredKey]) async throws -> [Bool] {
        let time = time
        let calls = try keys.map { key in
            PostgresCall(
                .restoreKey,
                time,
                key.key,
                key.fingerprint.rawValue,
                try Payload(encoding: key.receipts),
                key.end
            )
        }
        return try await writing { connection in try connection.run(calls).map { $0.affected > 0 } }
    }

    /// Stores events under numbers of their own, in one transaction.
    public func restore(events: [StoredEvent]) async throws -> [Bool] {
        let calls = events.map { event in
            PostgresCall(
                .restoreEvent,
                event.draft.type,
                event.draft.user,
                String(decoding: event.draft.payload.json, as: UTF8.self),
                event.draft.idempotencyKey,
                event.created,
                event.setAside,
                event.reason
            )
        }
        let isNew = try await writing { connection in try connection.run(calls).map { $0.affected > 0 } }
        if isNew.contains(true) { arrivals.signalEvents() }
        return isNew
    }
}

extension PostgresStatement {
    fileprivate static let restoreEvent = PostgresStatement(
        "restore event",
        """
        insert into fanfare.events (type, user_id, payload, idempotency_key, created_at, set_aside_at, reason)
        select $1::text, $2::text, $3::text, $4::text, $5::timestamptz, $6::timestamptz, $7::text
        where not exists (select from fanfare.events where idempotency_key = $4)
        """
    )

    /// What the store has of devices already: by their ids, else by their device keys, else by their tokens.
    fileprivate static let knownDevices = PostgresStatement(
        "find known devices",
        """
        select place, known.id
        from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[])
            with ordinality as s (id, platform, app_id, device_key, token, place)
        cross join lateral (
            select v.id, 1 as rank from fanfare.devices v where v.id = s.id
            union all
            select v.id, 2 from fanfare.devices v
            where v.platform = s.platform and v.app_id = s.app_id and v.device_key = s.device_key
            union all
            select v.id, 3 from fanfare.devices v
            where v.platform = s.platform and v.app_id = s.app_id and v.token = s.token
            order by rank limit 1
        ) known
        """
    )

    fileprivate static let knownNotifications = PostgresStatement(
        "find known notifications",
        "select id from fanfare.notifications where id = any ($1::uuid[])"
    )

    /// A key that is still remembered stays as it is; a lapsed one that was not pruned yet makes room.
    fileprivate static let restoreKey = PostgresStatement(
        "restore idempotency key",
        """
        insert into fanfare.idempotency_keys as k (key, fingerprint, receipts, expires_at) values ($2, $3, $4, $5)
        on conflict (key) do update
        set fingerprint = excluded.fingerprint, receipts = excluded.receipts, expires_at = excluded.expires_at
        where k.expires_at <= coalesce($1, now())
        """
    )
}
