internal import FanfareCore

/// Notifications with their messages and deliveries as rows to be copied in bulk.
struct NotificationRows {
    private static let notificationColumns = [
        "id", "type", "category", "user_id", "title", "body", "link", "data", "idempotency_key", "collapse_key",
        "created_at",
    ]
    private static let messageColumns = ["id", "notification_id", "channel", "type", "collapse_key", "payload"]
    private static let deliveryColumns = [
        "id", "notification_id", "message_id", "channel", "user_id", "device_id", "address", "environment", "app_id",
        "attempt", "max_attempts", "uncertain", "priority", "scheduled_at", "due_at", "expires_at", "cancel_requested",
        "reason", "created_at",
    ]

    private var notifications = PostgresCopy(columns: notificationColumns.count)
    private var messages = PostgresCopy(columns: messageColumns.count)
    private var deliveries = PostgresCopy(columns: deliveryColumns.count)

    /// Encodes the rows.
    init(_ stored: [StoredNotification]) {
        for notification in stored { append(notification) }
    }

    /// Sends the rows, inside the open transaction.
    func copy(over connection: PostgresConnection) throws {
        try connection.copy(into: "fanfare.notifications", columns: Self.notificationColumns, notifications)
        try connection.copy(into: "fanfare.messages", columns: Self.messageColumns, messages)
        try connection.copy(into: "fanfare.deliveries", columns: Self.deliveryColumns, deliveries)
    }

    private mutating func append(_ notification: StoredNotification) {
        notifications.append(
            row: notification.id,
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
            messages.append(
                row: message.id,
                notification.id,
                message.channel,
                notification.type,
                notification.collapseKey,
                message.payload
            )
            for delivery in message.deliveries { append(delivery, of: message, in: notification) }
        }
    }

    private mutating func append(
        _ delivery: StoredDelivery,
        of message: StoredMessage,
        in notification: StoredNotification
    ) {
        var device: DeviceID?
        var direct: Route?
        switch delivery.destination {
        case .device(let id): device = id
        case .direct(let route): direct = route
        }
        deliveries.append(
            row: delivery.id,
            notification.id,
            message.id,
            message.channel,
            notification.recipient,
            device,
            direct?.address,
            direct?.environment,
            direct?.appID,
            Int32(clamping: delivery.attempts),
            Int32(clamping: delivery.maxAttempts),
            Int32(clamping: delivery.uncertainAttempts),
            Int16(clamping: delivery.priority.rawValue),
            delivery.scheduled,
            delivery.due,
            delivery.expires,
            delivery.isCancelled,
            delivery.reason,
            delivery.created
        )
    }
}
