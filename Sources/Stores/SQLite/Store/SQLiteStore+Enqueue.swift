public import FanfareCore
internal import FoundationEssentials

extension SQLiteStore {
    /// Stores a submission in one transaction.
    public func enqueue(_ submission: Submission) async throws -> EnqueueResult {
        let clock = clock
        // Encoded here rather than on the thread that writes for everybody.
        let receipts = try submission.idempotency.map { _ in
            try Payload(encoding: submission.notifications.map(\.receipt))
        }
        let result = try await writing { connection in
            let now = clock.now
            if let idempotency = submission.idempotency, let receipts {
                if let known = try connection.known(idempotency, at: now) { return known }
                try connection.run(
                    .remember,
                    idempotency.key,
                    idempotency.fingerprint.rawValue,
                    receipts,
                    now.advanced(by: idempotency.lifetime)
                )
            }
            try connection.insert(submission.notifications, at: now)
            return EnqueueResult.stored
        }
        if result == .stored { arrivals.signal(submission.notifications.flatMap { $0.messages.map(\.channel) }) }
        return result
    }
}

extension SQLiteConnection {
    fileprivate func known(_ idempotency: Submission.Idempotency, at now: Timestamp) throws -> EnqueueResult? {
        let key = try statement(.knownKey)
        try key.bind(idempotency.key, now)
        guard try key.step() else { return nil }
        guard key.text(0) == idempotency.fingerprint.rawValue else { return .conflict }
        return .duplicate(try key.payload(1).decoded(as: [Receipt].self))
    }

    fileprivate func insert(_ notifications: [PreparedNotification], at now: Timestamp) throws {
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

    fileprivate static let insertNotification = SQLiteQuery(
        "insert notification",
        """
        insert into notifications
            (id, type, category, user_id, title, body, link, data, idempotency_key, collapse_key, created_at)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        """
    )

    fileprivate static let insertMessage = SQLiteQuery(
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
