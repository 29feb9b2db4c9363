public import FanfareCore
internal import FoundationEssentials

extension SQLiteStore {
    /// Stores a submission in one transaction.
    public func enqueue(_ submission: Submission) async throws -> EnqueueResult {
        let clock = clock
        let receipts = try submission.encodedReceipts
        let result = try await writing { connection in
            try connection.enqueue(submission, receipts, at: clock.now)
        }
        if result == .stored { arrivals.signal(submission.notifications.flatMap { $0.messages.map(\.channel) }) }
        return result
    }
}

extension Submission {
    /// The receipts as they are remembered under the idempotency key; nil without one. Encoded before the thread that
    /// writes for everybody is asked for anything.
    var encodedReceipts: Payload? {
        get throws { try idempotency.map { _ in try Payload(encoding: notifications.map(\.receipt)) } }
    }
}

extension SQLiteConnection {
    /// Stores a submission, as part of the transaction there is.
    ///
    /// - Parameter receipts: The submission's `encodedReceipts`.
    func enqueue(_ submission: Submission, _ receipts: Payload?, at now: Timestamp) throws -> EnqueueResult {
        if let idempotency = submission.idempotency, let receipts {
            if let known = try known(idempotency, at: now) { return known }
            try run(
                .remember,
                idempotency.key,
                idempotency.fingerprint.rawValue,
                receipts,
                now.advanced(by: idempotency.lifetime)
            )
        }
        try insert(submission.notifications, at: now)
        return .stored
    }

    private func known(_ idempotency: Submission.Idempotency, at now: Timestamp) throws -> EnqueueResult? {
        let key = try statement(.knownKey)
        try key.bind(idempotency.key, now)
        guard try key.step() else { return nil }
        guard key.text(0) == idempotency.fingerprint.rawValue else { return .conflict }
        return .duplicate(try key.payload(1).decoded(as: [Receipt].self))
    }

    private func insert(_ notifications: [PreparedNotification], at now: Timestamp) throws {
        let notificationRow = try statement(.insertNotification)
        let messageRow = try statement(.insertMessage)
        let deliveryRow = try statement(.insertDelivery)
        for notification in notifications {
            let options = notification.options
            let summary = notification.summary
            try notificationRow.run(
                notification.id,
                notification.type,
                notification.category,
                notification.recipient,
                summary.title,
                summary.body,
                summary.link,
                summary.data,
                options.idempotencyKey,
                options.collapseKey,
                now
            )
            let due = options.due.timestamp(at: now)
            let expires = options.expiresIn.map { due.advanced(by: $0) }
            for message in notification.messages {
                try messageRow.run(
                    message.id,
                    notification.id,
                    message.channel,
                    notification.type,
                    options.collapseKey,
                    message.payload
                )
                for delivery in message.deliveries {
                    let route = delivery.route
                    let isDirect = route.device == nil
                    try deliveryRow.run(
                        delivery.id,
                        notification.id,
                        message.id,
                        message.channel,
                        notification.recipient,
                        route.device,
                        isDirect ? route.address : nil,
                        isDirect ? route.environment : nil,
                        isDirect ? route.appID : nil,
                        message.maxAttempts,
                        options.priority,
                        due,
                        expires,
                        now
                    )
                }
            }
        }
    }
}

extension SQLiteQuery {
    fileprivate static let knownKey = SQLiteQuery(
        "find idempotency key",
        "select fingerprint, receipts from idempotency_keys where key = ?1 and expires_at > ?2"
    )

    fileprivate static let remember = SQLiteQuery(
        "remember idempotency key",
        "insert or replace into idempotency_keys (key, fingerprint, receipts, expires_at) values (?1, ?2, ?3, ?4)"
    )

    static let insertNotification = SQLiteQuery(
        "insert notification",
        """
        insert into notifications
            (id, type, category, user_id, title, body, link, data, idempotency_key, collapse_key, created_at)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        """
    )

    static let insertMessage = SQLiteQuery(
        "insert message",
        """
        insert into messages (id, notification_id, channel, type, collapse_key, payload)
        values (?1, ?2, ?3, ?4, ?5, ?6)
        """
    )

    fileprivate static let insertDelivery = SQLiteQuery(
        "insert delivery",
        """
        insert into deliveries
            (id, notification_id, message_id, channel, user_id, device_id, address, environment, app_id, max_attempts,
            priority, scheduled_at, due_at, expires_at, created_at)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12, ?13, ?14)
        """
    )
}
