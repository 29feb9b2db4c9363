public import FanfareCore

extension PostgresStore {
    /// Takes due deliveries, in one statement.
    public func claim(upTo limit: Int, on channel: ChannelID, for lease: Duration) async throws -> [Claim] {
        let time = time
        return try await writing { connection in
            var payload: Payload?
            return try connection.run(.claim, time, channel, limit, lease.databaseMicroseconds).map { row in
                // A message is sent once, before the first of its deliveries.
                let message = try row.optionalPayload(23) ?? payload ?? row.payload(23)
                payload = message
                return try row.claim(on: channel, message)
            }
        }
    }
}

extension PostgresRow {
    fileprivate func claim(on channel: ChannelID, _ payload: Payload) throws -> Claim {
        let now = try timestamp(5)
        let expires = try optionalTimestamp(9)
        let scheduled = try timestamp(10)
        return Claim(
            lease: Lease(delivery: try id(0), token: try int64(4)),
            notification: try id(1),
            type: NotificationType(rawValue: try text(13)),
            channel: channel,
            message: try id(2),
            payload: payload,
            route: try route(to: recipient(12), on: channel),
            attempt: try int(6),
            maxAttempts: try int(7),
            uncertainAttempts: try int(8),
            priority: try priority(22),
            collapseKey: try optionalText(14),
            expiresAt: expires,
            expiresIn: expires.map { now.duration(to: $0) },
            isNowOrNever: expires == scheduled,
            waited: scheduled.duration(to: now),
            isCancelled: try bool(11)
        )
    }

    private func route(to recipient: RecipientID, on channel: ChannelID) throws -> ClaimedRoute {
        guard let device: DeviceID = try optionalID(3) else {
            let route = Route(
                channel: channel,
                address: try text(15),
                environment: try environment(16),
                appID: try optionalText(17)
            )
            return .open(route, registeredAt: nil)
        }
        // No token: there is no such device any more.
        guard let token = try optionalText(18) else { return .removed }
        let current = Device(
            id: device,
            platform: "",
            appID: try text(17),
            token: token,
            environment: try environment(16),
            user: try optionalText(19).map(RecipientID.init(rawValue:)),
            authorized: try optionalBool(20),
            registeredAt: try timestamp(21),
            invalidatedAt: try optionalTimestamp(24),
            createdAt: try timestamp(21)
        )
        return ClaimedRoute(current, for: recipient, on: channel)
    }
}

extension PostgresStatement {
    /// Finds, marks and reads.
    ///
    /// One branch for each priority, so that what is urgent but not yet due costs nothing, however much it is. Each branch
    /// locks no more than is still wanted, and skips what another host is taking.
    ///
    /// The rows are handed on by their places: how many a limit lets through is a guess of the planner's, and with a wrong
    /// one it would read the whole table to join a thousand rows. `offset 0` keeps it from joining messages and
    /// devices in any other way than one look-up each.
    static let claim = PostgresStatement(
        "claim deliveries",
        """
        with lapsed as materialized (
            select ctid as place, id from fanfare.deliveries
            where channel = $2 and state = 'sending' and lease_until <= coalesce($1, now())
            order by priority, due_at, id limit $3
            for update skip locked
        ), high as materialized (
            \(due(.high)) limit $3 - (select count(*) from lapsed)
            for update skip locked
        ), normal as materialized (
            \(due(.normal)) limit $3 - (select count(*) from lapsed) - (select count(*) from high)
            for update skip locked
        ), bulk as materialized (
            \(due(.bulk))
            limit $3 - (select count(*) from lapsed) - (select count(*) from high) - (select count(*) from normal)
            for update skip locked
        ), token as materialized (
            select nextval('fanfare.leases') as value
        ), taken as (
            update fanfare.deliveries d
            set uncertain = uncertain + (state = 'sending')::integer, attempt = attempt + 1, state = 'sending',
                lease = (select value from token), lease_until = coalesce($1, now()) + $4 * interval '1 microsecond'
            where ctid = any (array(
                select place from lapsed
                union all select place from high
                union all select place from normal
                union all select place from bulk
            ))
            returning d.*, d.id in (select id from lapsed) as has_lapsed
        ), ordered as (
            select *, lag(message_id) over w as previous_message, row_number() over w as number
            from taken window w as (order by has_lapsed desc, priority, due_at, id)
        )
        select d.id, d.notification_id, d.message_id, d.device_id, d.lease, coalesce($1, now()), d.attempt, d.max_attempts,
            d.uncertain, d.expires_at, d.scheduled_at, d.cancel_requested, d.user_id, m.type, m.collapse_key, d.address,
            case when d.device_id is null then d.environment else v.environment end,
            case when d.device_id is null then d.app_id else v.app_id end,
            v.token, v.user_id, v.authorized, v.registered_at, d.priority,
            case when d.message_id is distinct from d.previous_message then m.payload end, v.invalidated_at
        from ordered d
        cross join lateral (select * from fanfare.messages where id = d.message_id offset 0) m
        left join lateral (select * from fanfare.devices where id = d.device_id offset 0) v on true
        order by d.number
        """
    )

    private static func due(_ priority: Priority) -> String {
        """
        select ctid as place, id from fanfare.deliveries
            where channel = $2 and state = 'queued' and priority = \(priority.rawValue) and due_at <= coalesce($1, now())
            order by due_at, id
        """
    }
}
