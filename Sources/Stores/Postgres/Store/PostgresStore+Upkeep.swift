public import FanfareCore

extension PostgresStore {
    /// How full the queue is.
    public func statistics() async throws -> QueueStatistics {
        let time = time
        return try await reading { connection in
            let answers = try connection.run([
                PostgresCall(.queuedByChannel), PostgresCall(.sendingByChannel), PostgresCall(.oldestDue, time),
            ])
            var statistics = QueueStatistics()
            for row in answers[0] { statistics.channels[try row.channel(0), default: .init()].queued = try row.int(1) }
            for row in answers[1] { statistics.channels[try row.channel(0), default: .init()].sending = try row.int(1) }
            for row in answers[2] {
                guard let due = try row.optionalTimestamp(1) else { continue }
                statistics.channels[try row.channel(0)]?.oldestDue = due.duration(to: try row.timestamp(2))
            }
            return statistics
        }
    }

    /// Deletes what ended long ago, in one bounded step.
    public func prune(settledFor age: Duration, limit: Int) async throws -> Int {
        let (time, age) = (time, age.databaseMicroseconds)
        return try await writing { connection in
            try connection.transaction {
                try [PostgresStatement.pruneDeliveries, .pruneNotifications].reduce(
                    try connection.run(.pruneKeys, time, limit).affected
                ) { count, statement in
                    try count + (connection.run(statement, time, age, limit).first?.int(0) ?? 0)
                }
            }
        }
    }
}

extension PostgresStatement {
    fileprivate static let queuedByChannel = PostgresStatement(
        "count queued deliveries",
        "select channel, count(*) from fanfare.deliveries where state = 'queued' group by channel"
    )

    fileprivate static let sendingByChannel = PostgresStatement(
        "count deliveries under way",
        "select channel, count(*) from fanfare.deliveries where state = 'sending' group by channel"
    )

    /// The first of each priority's part of the index.
    fileprivate static let oldestDue = PostgresStatement(
        "find the oldest due deliveries",
        """
        select c.channel, (
            select min(oldest.due_at) from (values (0), (1), (2)) as p (priority) cross join lateral (
                select due_at from fanfare.deliveries
                where state = 'queued' and channel = c.channel and priority = p.priority
                    and due_at <= coalesce($1, now())
                order by due_at limit 1
            ) oldest
        ), coalesce($1, now())
        from (select distinct channel from fanfare.deliveries where state = 'queued') c
        """
    )

    /// Ids are in the order of their age: the search begins at the oldest and ends at what was made after the time that
    /// counts. A day is left for hosts whose clocks, from which ids come, are not the database's.
    private static func oldest(_ time: String) -> String {
        """
        id < (lpad(to_hex((extract(epoch from \(time)) * 1000)::bigint + 86400000), 12, '0') || repeat('0', 20))::uuid
        """
    }

    private static let cutoff = "(coalesce($1, now()) - $2::bigint * interval '1 microsecond')"

    static let pruneDeliveries = PostgresStatement(
        "prune deliveries",
        """
        with old as (
            select id from fanfare.deliveries
            where \(oldest(cutoff)) and settled_at < \(cutoff)
            order by id limit $3
            for update skip locked
        ), attempts as (
            delete from fanfare.attempts where delivery_id = any (array(select id from old))
        ), deleted as (
            delete from fanfare.deliveries where id = any (array(select id from old)) returning 1
        )
        select count(*) from deleted
        """
    )

    static let pruneNotifications = PostgresStatement(
        "prune notifications",
        """
        with old as (
            select id from fanfare.notifications n
            where \(oldest(cutoff)) and created_at < \(cutoff)
                and not exists (select 1 from fanfare.deliveries d where d.notification_id = n.id)
            order by id limit $3
            for update skip locked
        ), messages as (
            delete from fanfare.messages where notification_id = any (array(select id from old))
        ), deleted as (
            delete from fanfare.notifications where id = any (array(select id from old)) returning 1
        )
        select count(*) from deleted
        """
    )

    static let pruneKeys = PostgresStatement(
        "prune idempotency keys",
        """
        delete from fanfare.idempotency_keys where key = any (array(
            select key from fanfare.idempotency_keys where expires_at <= coalesce($1, now())
            order by expires_at limit $2 for update skip locked
        ))
        """
    )
}
