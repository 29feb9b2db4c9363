public import FanfareCore
internal import FoundationEssentials

extension SQLiteStore {
    /// Takes due deliveries.
    ///
    /// The thread that writes for everybody only marks them; what they are and where they go now is read beside it.
    public func claim(upTo limit: Int, on channel: ChannelID, for lease: Duration) async throws -> [Claim] {
        let clock = clock
        let taken = try await writing { connection -> TakenDeliveries? in
            let now = clock.now
            var rows: [Int64] = []
            for source in ClaimSource.all where rows.count < limit {
                rows += try connection.rows(of: source, channel, now, limit: limit - rows.count)
            }
            // Polling an empty queue must not cost a commit, so nothing is written before something is found.
            if rows.isEmpty { return nil }
            let token = try connection.nextToken()
            let taken = TakenDeliveries(rows: rows, token: token, now: now)
            try connection.run(.take, taken.list, token, now.advanced(by: lease))
            return taken
        }
        guard let taken else { return [] }
        return try await reading { try $0.claims(taken, on: channel) }
    }
}

/// Deliveries that were marked as taken.
private struct TakenDeliveries: Sendable {
    /// Their rows, in the order of claims, as a JSON array.
    let list: String
    let token: Int64
    let now: Timestamp

    init(rows: [Int64], token: Int64, now: Timestamp) {
        self.list = "[" + rows.map(String.init).joined(separator: ",") + "]"
        self.token = token
        self.now = now
    }
}

/// One range of an index that due deliveries come from.
enum ClaimSource {
    /// In the order of claims. One source per priority, so that what is urgent but not yet due costs nothing, however
    /// much it is.
    static let all =
        [source("lapsed", where: "state = 'sending' and lease_until <= ?2", by: "priority, due_at, id")]
        + Priority.allCases.map { priority in
            let isDue = "state = 'queued' and priority = \(priority.rawValue) and due_at <= ?2"
            return source("\(priority)", where: isDue, by: "due_at, id")
        }

    private static func source(_ name: String, where condition: String, by order: String) -> SQLiteQuery {
        SQLiteQuery(
            "find \(name) deliveries",
            "select rowid from deliveries where channel = ?1 and \(condition) order by \(order) limit ?3"
        )
    }
}

extension SQLiteConnection {
    fileprivate func rows(
        of source: SQLiteQuery,
        _ channel: ChannelID,
        _ now: Timestamp,
        limit: Int
    ) throws -> [Int64] {
        let row = try statement(source)
        try row.bind(channel, now, limit)
        var rows: [Int64] = []
        while try row.step() { rows.append(row.int64(0)) }
        return rows
    }

    /// A fencing token greater than all before.
    func nextToken() throws -> Int64 {
        let token = try statement("update counters set value = value + 1 where name = 'lease' returning value")
        var value: Int64 = 0
        while try token.step() { value = token.int64(0) }
        return value
    }

    /// What was taken, as it is now; a delivery that somebody else has taken meanwhile is left out.
    fileprivate func claims(_ taken: TakenDeliveries, on channel: ChannelID) throws -> [Claim] {
        let row = try statement(.claimed)
        try row.bind(taken.list, taken.token)
        var claims: [Claim] = []
        var payloads: [MessageID: Payload] = [:]
        while try row.step() {
            let message: MessageID = try row.id(2)
            let payload = payloads[message] ?? row.payload(22)
            payloads[message] = payload
            let expires = row.optionalTimestamp(8)
            let scheduled = row.timestamp(9)
            claims.append(
                Claim(
                    lease: Lease(delivery: try row.id(0), token: taken.token),
                    notification: try row.id(1),
                    type: NotificationType(rawValue: row.text(12)),
                    channel: channel,
                    message: message,
                    payload: payload,
                    route: try route(row, to: row.recipient(11), on: channel),
                    attempt: row.int(4),
                    maxAttempts: row.int(5),
                    uncertainAttempts: row.int(6),
                    priority: row.priority(7),
                    collapseKey: row.optionalText(13),
                    expiresAt: expires,
                    expiresIn: expires.map { taken.now.duration(to: $0) },
                    isNowOrNever: expires == scheduled,
                    waited: scheduled.duration(to: taken.now),
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
                environment: row.environment(18),
                appID: row.optionalText(19)
            )
            return .open(route, registeredAt: nil)
        }
        // No token: there is no such device any more.
        guard let token = row.optionalText(15) else { return .removed }
        let current = Device(
            id: device,
            platform: "",
            appID: row.text(19),
            token: token,
            environment: row.environment(18),
            user: row.optionalText(20).map(RecipientID.init(rawValue:)),
            authorized: row.optionalBool(21),
            registeredAt: row.timestamp(16),
            invalidatedAt: row.optionalTimestamp(17),
            createdAt: row.timestamp(16)
        )
        return ClaimedRoute(current, for: recipient, on: channel)
    }
}

extension SQLiteQuery {
    /// Takes deliveries by their rows. Whoever held one before may have sent it.
    static let take = SQLiteQuery(
        "take deliveries",
        """
        update deliveries
        set uncertain = uncertain + (state = 'sending'), attempt = attempt + 1,
            state = 'sending', lease = ?2, lease_until = ?3
        where rowid in (select value from json_each(?1))
        """
    )

    /// Deliveries by their rows, in the order given, with their message and their device.
    static let claimed = SQLiteQuery(
        "read taken deliveries",
        """
        select d.id, d.notification_id, d.message_id, d.device_id, d.attempt, d.max_attempts, d.uncertain,
            d.priority, d.expires_at, d.scheduled_at, d.cancel_requested, d.user_id, m.type, m.collapse_key,
            d.address, v.token, v.registered_at, v.invalidated_at,
            iif(v.id is null, d.environment, v.environment), iif(v.id is null, d.app_id, v.app_id),
            v.user_id, v.authorized, m.payload
        from json_each(?1) s
        cross join deliveries d on d.rowid = s.value and d.lease = ?2
        cross join messages m on m.id = d.message_id
        left join devices v on v.id = d.device_id
        """
    )
}
