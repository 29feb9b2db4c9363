public import FanfareCore

extension SQLiteStore {
    /// How full the queue is.
    public func statistics() async throws -> QueueStatistics {
        let clock = clock
        return try await reading { connection in
            let now = clock.now
            var statistics = QueueStatistics()
            let queued = try connection.statement(.queuedByChannel)
            while try queued.step() { statistics.channels[queued.channel(0), default: .init()].queued = queued.int(1) }
            let sending = try connection.statement(.sendingByChannel)
            while try sending.step() {
                statistics.channels[sending.channel(0), default: .init()].sending = sending.int(1)
            }
            let oldest = try connection.statement(.oldestDue)
            for channel in Array(statistics.channels.keys) {
                for priority in Priority.allCases {
                    try oldest.bind(channel, priority, now)
                    guard try oldest.step(), let due = oldest.optionalTimestamp(0) else { continue }
                    let known = statistics.channels[channel]?.oldestDue ?? .zero
                    statistics.channels[channel]?.oldestDue = max(known, due.duration(to: now))
                }
            }
            return statistics
        }
    }

    /// Deletes what ended long ago, in one bounded step.
    public func prune(settledFor age: Duration, limit: Int) async throws -> Int {
        let clock = clock
        return try await writing { connection in
            let now = clock.now
            let cutoff = now.advanced(by: .zero - age)
            let deliveries: [DeliveryID] = try connection.ids(.settledBefore, cutoff, limit)
            for id in deliveries {
                try connection.run("delete from attempts where delivery_id = ?1", id)
                try connection.run("delete from deliveries where id = ?1", id)
            }
            let notifications: [NotificationID] = try connection.ids(.emptyNotifications, cutoff, limit)
            for id in notifications {
                try connection.run("delete from messages where notification_id = ?1", id)
                try connection.run("delete from notifications where id = ?1", id)
            }
            try connection.run(.pruneKeys, now, limit)
            return deliveries.count + notifications.count + connection.changes
        }
    }
}

extension SQLiteConnection {
    fileprivate func ids<ID: Identifier>(_ query: SQLiteQuery, _ cutoff: Timestamp, _ limit: Int) throws -> [ID] {
        let row = try statement(query)
        try row.bind(cutoff, limit)
        var ids: [ID] = []
        while try row.step() { ids.append(try row.id(0)) }
        return ids
    }
}

extension SQLiteQuery {
    fileprivate static let queuedByChannel = SQLiteQuery(
        "count queued deliveries",
        "select channel, count(*) from deliveries where state = 'queued' group by channel"
    )

    fileprivate static let sendingByChannel = SQLiteQuery(
        "count deliveries under way",
        "select channel, count(*) from deliveries where state = 'sending' group by channel"
    )

    fileprivate static let oldestDue = SQLiteQuery(
        "find the oldest due delivery",
        """
        select min(due_at) from deliveries
        where state = 'queued' and channel = ?1 and priority = ?2 and due_at <= ?3
        """
    )

    /// Ids are in the order of their age, so that the search for old rows begins at the oldest.
    fileprivate static let settledBefore = SQLiteQuery(
        "find old deliveries",
        "select id from deliveries where settled_at < ?1 order by id limit ?2"
    )

    fileprivate static let emptyNotifications = SQLiteQuery(
        "find old notifications",
        """
        select id from notifications n
        where created_at < ?1 and not exists (select 1 from deliveries d where d.notification_id = n.id)
        order by id limit ?2
        """
    )

    fileprivate static let pruneKeys = SQLiteQuery(
        "prune idempotency keys",
        "delete from idempotency_keys where key in (select key from idempotency_keys where expires_at <= ?1 order by key limit ?2)"
    )
}
