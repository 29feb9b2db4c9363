public import FanfareCore
internal import FoundationEssentials

extension SQLiteStore {
    /// Takes due deliveries.
    public func claim(upTo limit: Int, on channel: ChannelID, for lease: Duration) async throws -> [Claim] {
        let clock = clock
        return try await writing { connection in
            let now = clock.now
            var claims: [Claim] = []
            for source in ClaimSource.all where claims.count < limit {
                let rows = try connection.due(source, channel, now, limit: limit - claims.count)
                // Polling an empty queue must not cost a commit, so nothing is written before something is found.
                if rows.isEmpty { continue }
                let token = try claims.first?.lease.token ?? connection.nextToken()
                try connection.run(source.take, channel, now, rows.count, token, now.advanced(by: lease))
                claims += rows.map { $0.taken(under: token) }
            }
            try connection.fillIn(&claims)
            return claims
        }
    }
}

/// One range of an index that due deliveries come from.
struct ClaimSource: Sendable {
    /// Finds due deliveries, in the order of claims.
    let find: SQLiteQuery
    /// Takes the ones that `find` finds: one statement for all of them costs half of one for each.
    let take: SQLiteQuery
    /// Whether somebody held them, and may have sent them.
    let isLapsed: Bool

    /// In the order of claims. One source per priority, so that what is urgent but not yet due costs nothing, however
    /// much it is.
    static let all =
        [ClaimSource("lapsed", where: "state = 'sending' and lease_until <= ?2", by: "priority, due_at, id", true)]
        + Priority.allCases.map { priority in
            let isDue = "state = 'queued' and priority = \(priority.rawValue) and due_at <= ?2"
            return ClaimSource("\(priority)", where: isDue, by: "due_at, id", false)
        }

    private init(_ name: String, where condition: String, by order: String, _ isLapsed: Bool) {
        self.isLapsed = isLapsed
        find = SQLiteQuery(
            "find \(name) deliveries",
            """
            select d.id, d.notification_id, d.message_id, d.device_id, d.attempt, d.max_attempts, d.uncertain,
                d.priority, d.expires_at, d.scheduled_at, d.cancel_requested, d.user_id, n.type, n.collapse_key,
                d.address, d.environment, d.app_id,
                v.token, v.environment, v.app_id, v.user_id, v.authorized, v.registered_at, v.invalidated_at
            from (select * from deliveries where channel = ?1 and \(condition) order by \(order) limit ?3) d
            join notifications n on n.id = d.notification_id
            left join devices v on v.id = d.device_id
            """
        )
        take = SQLiteQuery(
            "take \(name) deliveries",
            """
            update deliveries
            set state = 'sending', lease = ?4, lease_until = ?5, attempt = attempt + 1,
                uncertain = uncertain + \(isLapsed ? 1 : 0)
            where id in (select id from deliveries where channel = ?1 and \(condition) order by \(order) limit ?3)
            """
        )
    }
}

extension Claim {
    fileprivate func taken(under token: Int64) -> Claim {
        var claim = self
        claim.lease = Lease(delivery: lease.delivery, token: token)
        return claim
    }
}

extension SQLiteConnection {
    /// Due deliveries as claims that still lack their payload and token.
    fileprivate func due(
        _ source: ClaimSource,
        _ channel: ChannelID,
        _ now: Timestamp,
        limit: Int
    ) throws -> [Claim] {
        let row = try statement(source.find)
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
                    uncertainAttempts: row.int(6) + (source.isLapsed ? 1 : 0),
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

    /// Gives claims their payloads, each message's once.
    fileprivate func fillIn(_ claims: inout [Claim]) throws {
        let row = try statement("select payload from messages where id = ?1")
        var payloads: [MessageID: Payload] = [:]
        for index in claims.indices {
            let message = claims[index].message
            if payloads[message] == nil {
                try row.bind(message)
                payloads[message] = try row.step() ? row.payload(0) : nil
            }
            if let payload = payloads[message] { claims[index].payload = payload }
        }
    }
}
