public import FanfareCore

/// Reading what moves to another store.
extension MemoryStore {
    /// How many deliveries are held.
    public func heldDeliveries() -> Int {
        let now = clock.now
        return deliveries.values.count { row in row.state == .sending && row.leaseEnd.map { $0 > now } ?? false }
    }

    /// A page of the notifications that have deliveries which have not ended.
    public func unsettledNotifications(after cursor: NotificationID?, limit: Int) -> [StoredNotification] {
        let ids = Set(deliveries.values.filter { !$0.state.isFinal }.map(\.notification))
        let later = ids.filter { id in cursor.map { $0 < id } ?? true }
        return later.sorted().prefix(limit).compactMap(stored)
    }

    private func stored(_ id: NotificationID) -> StoredNotification? {
        guard let row = notifications[id] else { return nil }
        let unsettled = row.deliveries.compactMap { deliveries[$0] }.filter { !$0.state.isFinal }
        let messages = Dictionary(grouping: unsettled, by: \.message).compactMap { id, rows -> StoredMessage? in
            guard let payload = payloads[id], let channel = rows.first?.channel else { return nil }
            let stored = rows.map(\.stored).sorted { $0.id < $1.id }
            return StoredMessage(id: id, channel: channel, payload: payload, deliveries: stored)
        }
        return StoredNotification(
            id: id,
            type: row.prepared.type,
            category: row.prepared.category,
            recipient: row.prepared.recipient,
            summary: row.prepared.summary,
            idempotencyKey: row.prepared.options.idempotencyKey,
            collapseKey: row.prepared.options.collapseKey,
            created: row.created,
            messages: messages.sorted { $0.id < $1.id }
        )
    }

    /// A page of the idempotency keys that are still remembered.
    public func idempotencyKeys(after cursor: String?, limit: Int) -> [StoredKey] {
        let now = clock.now
        let later = keys.filter { key, row in row.end > now && cursor.map { $0 < key } ?? true }
        return later.sorted { $0.key < $1.key }.prefix(limit).map { key, row in
            StoredKey(key: key, fingerprint: row.fingerprint, receipts: row.receipts, end: row.end)
        }
    }
}

extension MemoryStore {
    /// A page of the events that wait or are set aside.
    public func events(after cursor: EventID?, limit: Int) -> [StoredEvent] {
        events.all.lazy.filter { event in cursor.map { $0 < event.id } ?? true }.prefix(limit).map { event in
            StoredEvent(
                id: event.id,
                draft: event.draft,
                created: event.created,
                setAside: event.setAside,
                reason: event.setAside == nil ? nil : event.reason
            )
        }
    }

    /// Stores events under numbers of their own.
    public func restore(events restored: [StoredEvent]) -> [Bool] {
        let isNew = restored.map { event in
            let key = event.draft.idempotencyKey
            if key != nil, events.all.contains(where: { $0.draft.idempotencyKey == key }) { return false }
            let id = events.append(event.draft, at: event.created)
            events[id]?.setAside = event.setAside
            events[id]?.reason = event.reason ?? ""
            return true
        }
        if isNew.contains(true) { arrivals.signalEvents() }
        return isNew
    }
}

/// Storing what comes from another store.
extension MemoryStore {
    /// Stores devices as they are.
    public func restore(devices restored: [Device]) -> [RestoredDevice] {
        restored.map { device in
            if let known = known(device) { return RestoredDevice(id: known.id, isNew: false) }
            devices.save(device)
            return RestoredDevice(id: device.id, isNew: true)
        }
    }

    private func known(_ device: Device) -> Device? {
        let (platform, appID) = (device.platform, device.appID)
        return devices[device.id]
            ?? device.deviceKey.flatMap { devices.with(deviceKey: $0, on: platform, appID: appID) }
            ?? devices.with(token: device.token, on: platform, appID: appID)
    }

    /// Stores notifications as they are.
    ///
    /// - Throws: ``KnownIdentifier`` if one of their identifiers names something else here; then none of them was
    ///   stored.
    public func restore(notifications restored: [StoredNotification]) throws -> [Bool] {
        try checkIdentifiers(of: restored)
        let isNew = restored.map { notification in
            guard notifications[notification.id] == nil else { return false }
            insert(notification)
            return true
        }
        arrivals.signal(restored.flatMap { $0.messages.map(\.channel) })
        return isNew
    }

    private func checkIdentifiers(of restored: [StoredNotification]) throws(KnownIdentifier) {
        var fresh: Set<DeliveryID> = []
        for notification in restored where notifications[notification.id] == nil {
            for message in notification.messages {
                guard payloads[message.id] == nil else { throw KnownIdentifier(message.id) }
                for delivery in message.deliveries {
                    guard deliveries[delivery.id] == nil, fresh.insert(delivery.id).inserted else {
                        throw KnownIdentifier(delivery.id)
                    }
                }
            }
        }
    }

    private func insert(_ notification: StoredNotification) {
        for message in notification.messages {
            payloads[message.id] = message.payload
            for delivery in message.deliveries {
                let row = MemoryDelivery(delivery, of: message, in: notification)
                deliveries[row.id] = row
                schedules[row.channel, default: MemorySchedule()].queue(row)
            }
        }
        notifications[notification.id] = MemoryNotification(
            prepared: PreparedNotification(notification),
            created: notification.created,
            deliveries: notification.messages.flatMap { $0.deliveries.map(\.id) }
        )
    }

    /// Stores idempotency keys as they are.
    public func restore(keys restored: [StoredKey]) -> [Bool] {
        let now = clock.now
        return restored.map { key in
            if let known = keys[key.key], known.end > now { return false }
            keys[key.key] = MemoryKey(fingerprint: key.fingerprint, receipts: key.receipts, end: key.end)
            return true
        }
    }
}

extension MemoryDelivery {
    /// The row as another store gets it.
    fileprivate var stored: StoredDelivery {
        StoredDelivery(
            id: id,
            destination: route.device.map { .device($0) } ?? .direct(route),
            attempts: attempts,
            maxAttempts: maxAttempts,
            // Whoever holds it may have sent it.
            uncertainAttempts: uncertainAttempts + (state == .sending ? 1 : 0),
            priority: priority,
            scheduled: scheduled,
            due: due,
            expires: expires,
            isCancelled: isCancelled,
            reason: reason,
            created: created
        )
    }

    fileprivate init(_ delivery: StoredDelivery, of message: StoredMessage, in notification: StoredNotification) {
        let route: Route =
            switch delivery.destination {
            case .device(let device): Route(channel: message.channel, address: "", device: device)
            case .direct(let route): route
            }
        self.init(
            id: delivery.id,
            notification: notification.id,
            message: message.id,
            channel: message.channel,
            recipient: notification.recipient,
            route: route,
            priority: delivery.priority,
            created: delivery.created,
            attempts: delivery.attempts,
            maxAttempts: delivery.maxAttempts,
            uncertainAttempts: delivery.uncertainAttempts,
            scheduled: delivery.scheduled,
            due: delivery.due,
            expires: delivery.expires,
            isCancelled: delivery.isCancelled,
            reason: delivery.reason
        )
    }
}

extension PreparedNotification {
    /// What the notification's row keeps; the times are in its deliveries' rows.
    fileprivate init(_ notification: StoredNotification) {
        self.init(
            id: notification.id,
            type: notification.type,
            category: notification.category,
            recipient: notification.recipient,
            summary: notification.summary,
            options: DeliveryOptions(
                idempotencyKey: notification.idempotencyKey,
                collapseKey: notification.collapseKey
            ),
            messages: notification.messages.map { message in
                PreparedMessage(
                    id: message.id,
                    channel: message.channel,
                    payload: message.payload,
                    maxAttempts: message.deliveries.map(\.maxAttempts).max() ?? 0,
                    deliveries: []
                )
            }
        )
    }
}
