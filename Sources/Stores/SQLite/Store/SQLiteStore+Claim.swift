public import FanfareCore
internal import FoundationEssentials

extension SQLiteStore {
    /// Takes due deliveries.
    public func claim(upTo limit: Int, on channel: ChannelID, for lease: Duration) async throws -> [Claim] {
        let clock = clock
        return try await writing { connection in
            let now = clock.now
            var rows = try connection.due(.lapsed, channel, now, limit: limit)
            for query in SQLiteQuery.dueByPriority where rows.count < limit {
                rows += try connection.due(query, channel, now, limit: limit - rows.count)
            }
            // Polling an empty queue must not cost a commit.
            if rows.isEmpty { return [] }
            let token = try connection.nextToken()
            let end = now.advanced(by: lease)
            let take = try connection.statement(.take)
            var payloads: [MessageID: Payload] = [:]
            return try rows.map { row in
                var claim = row
                claim.lease = Lease(delivery: row.lease.delivery, token: token)
                try take.run(claim.lease.delivery, token, end, claim.attempt, claim.uncertainAttempts)
                claim.payload = try payloads[row.message] ?? connection.payload(of: row.message)
                payloads[row.message] = claim.payload
                return claim
            }
        }
    }
}

extension SQLiteConnection {
    /// Due deliveries as claims that still lack their payload and token.
    fileprivate func due(
        _ query: SQLiteQuery,
        _ channel: ChannelID,
        _ now: Timestamp,
        limit: Int
    ) throws -> [Claim] {
        let row = try statement(query)
        try row.bind(channel, now, limit)
        var claims: [Claim] = []
        while try row.step() {
            let expires = row.optionalTimestamp(8)
            let scheduled = row.timestamp(9)
            let recipient = row.recipient(11)
            claims.append(
                Claim(
                    lease: Lease(delivery: try row.id(0), token: 0),
                    notification: try row.id(1),
                    type: NotificationType(rawValue: row.text(12)),
                    channel: channel,
                    message: try row.id(2),
                    payload: Payload(json: Data()),
                    route: try route(row, to: recipient, on: channel),
                    attempt: row.int(4) + 1,
                    maxAttempts: row.int(5),
                    // Whoever held it may have sent it.
                    uncertainAttempts: row.int(6) + (query == .lapsed ? 1 : 0),
                    priority: row.priority(7),
                    collapseKey: row.optionalText(13),
                    expiresAt: expires,
                    expiresIn: expires.map { now.duration(to: $0) },
                    isNowOrNever: expires == scheduled,
                    waited: scheduled.duration(to: now),
                    isCancelled: row.bool(10)
                )
            )
        }
        return claims
    }

    private func route(
        _ row: borrowing SQLiteStatement,
        to recipient: RecipientID,
        on channel: ChannelID
    ) throws -> ClaimedRoute {
        guard let device: DeviceID = try row.optionalID(3) else {
            let route = Route(
                channel: channel,
                address: row.text(14),
                environment: row.environment(15),
                appID: row.optionalText(16)
            )
            return .open(route, registeredAt: nil)
        }
        // No token: there is no such device any more.
        guard let token = row.optionalText(17) else { return .removed }
        let current = Device(
            id: device,
            platform: "",
            appID: row.text(19),
            token: token,
            environment: row.environment(18),
            user: row.optionalText(20).map(RecipientID.init(rawValue:)),
            authorized: row.optionalBool(21),
            registeredAt: row.timestamp(22),
            invalidatedAt: row.optionalTimestamp(23),
            createdAt: row.timestamp(22)
        )
        return ClaimedRoute(current, for: recipient, on: channel)
    }

    fileprivate func nextToken() throws -> Int64 {
        let token = try statement("update counters set value = value + 1 where name = 'lease' returning value")
        var value: Int64 = 0
        while try token.step() { value = token.int64(0) }
        return value
    }

    fileprivate func payload(of message: MessageID) throws -> Payload {
        let payload = try statement("select payload from messages where id = ?1")
        try payload.bind(message)
        return try payload.step() ? payload.payload(0) : Payload(json: Data())
    }
}

extension SQLiteQuery {
    private static let claimColumns = """
        select d.id, d.notification_id, d.message_id, d.device_id, d.attempt, d.max_attempts, d.uncertain,
            d.priority, d.expires_at, d.scheduled_at, d.cancel_requested, d.user_id, n.type, n.collapse_key,
            d.address, d.environment, d.app_id,
            v.token, v.environment, v.app_id, v.user_id, v.authorized, v.registered_at, v.invalidated_at
        from deliveries d
        join notifications n on n.id = d.notification_id
        left join devices v on v.id = d.device_id
        """

    fileprivate static let lapsed = SQLiteQuery(
        "claim lapsed deliveries",
        """
        \(claimColumns)
        where d.state = 'sending' and d.channel = ?1 and d.lease_until <= ?2
        order by d.priority, d.due_at, d.id limit ?3
        """
    )

    /// One query per priority: each is a range of the index, so that what is urgent but not yet due, however much it
    /// is, costs nothing.
    fileprivate static let dueByPriority = Priority.allCases.map { priority in
        SQLiteQuery(
            "claim \(priority) deliveries",
            """
            \(claimColumns)
            where d.state = 'queued' and d.channel = ?1 and d.priority = \(priority.rawValue) and d.due_at <= ?2
            order by d.due_at, d.id limit ?3
            """
        )
    }

    fileprivate static let take = SQLiteQuery(
        "take delivery",
        """
        update deliveries
        set state = 'sending', lease = ?2, lease_until = ?3, attempt = ?4, uncertain = ?5
        where id = ?1
        """
    )
}
