internal import FanfareCore

extension StoredNotification {
    /// A prepared notification as it is when it has been stored at a time.
    init(_ prepared: PreparedNotification, at now: Timestamp) {
        let options = prepared.options
        let due = options.due.storable(at: now)
        let expires = options.expiresIn.map { due.advanced(by: .microseconds($0.databaseMicroseconds)) }
        self.init(
            id: prepared.id,
            type: prepared.type,
            category: prepared.category,
            recipient: prepared.recipient,
            summary: prepared.summary,
            idempotencyKey: options.idempotencyKey,
            collapseKey: options.collapseKey,
            created: now,
            messages: prepared.messages.map { message in
                let deliveries = message.deliveries.map { delivery in
                    StoredDelivery(
                        id: delivery.id,
                        destination: delivery.route.device.map { .device($0) } ?? .direct(delivery.route),
                        maxAttempts: message.maxAttempts,
                        priority: options.priority,
                        scheduled: due,
                        due: due,
                        expires: expires,
                        created: now
                    )
                }
                return StoredMessage(
                    id: message.id,
                    channel: message.channel,
                    payload: message.payload,
                    deliveries: deliveries
                )
            }
        )
    }
}

extension Due {
    /// The time this comes to, no further away than the store can tell.
    fileprivate func storable(at now: Timestamp) -> Timestamp {
        switch self {
        case .after(let delay): now.advanced(by: .microseconds(max(delay, .zero).databaseMicroseconds))
        case .at: timestamp(at: now)
        }
    }
}
