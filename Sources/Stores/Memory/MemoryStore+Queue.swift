public import FanfareCore

extension MemoryStore {
    /// Stores a submission.
    ///
    /// - Throws: ``KnownIdentifier`` if one of its identifiers is stored already; then none of it was stored.
    public func enqueue(_ submission: Submission) throws -> EnqueueResult {
        let now = clock.now
        if let idempotency = submission.idempotency {
            if let known = keys[idempotency.key], known.end > now {
                return known.fingerprint == idempotency.fingerprint ? .duplicate(known.receipts) : .conflict
            }
        }
        try checkIdentifiers(of: submission)
        if let idempotency = submission.idempotency {
            keys[idempotency.key] = MemoryKey(
                fingerprint: idempotency.fingerprint,
                receipts: submission.notifications.map(\.receipt),
                end: now.advanced(by: idempotency.lifetime)
            )
        }
        for notification in submission.notifications { insert(notification, at: now) }
        arrivals.signal(submission.notifications.flatMap { $0.messages.map(\.channel) })
        return .stored
    }

    /// Each identifier names one thing: a second would take the place of the first, which would be lost.
    private func checkIdentifiers(of submission: Submission) throws(KnownIdentifier) {
        var fresh: Set<DeliveryID> = []
        for notification in submission.notifications {
            guard notifications[notification.id] == nil else { throw KnownIdentifier(notification.id) }
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

    private func insert(_ notification: PreparedNotification, at now: Timestamp) {
        let due = notification.options.due.timestamp(at: now)
        let expires = notification.options.expiresIn.map { due.advanced(by: $0) }
        var ids: [DeliveryID] = []
        for message in notification.messages {
            payloads[message.id] = message.payload
            for delivery in message.deliveries {
                let row = MemoryDelivery(
                    id: delivery.id,
                    notification: notification.id,
                    message: message.id,
                    channel: message.channel,
                    recipient: notification.recipient,
                    route: delivery.route,
                    priority: notification.options.priority,
                    created: now,
                    maxAttempts: message.maxAttempts,
                    scheduled: due,
                    due: due,
                    expires: expires
                )
                deliveries[row.id] = row
                schedules[row.channel, default: MemorySchedule()].queue(row)
                ids.append(row.id)
            }
        }
        notifications[notification.id] = MemoryNotification(prepared: notification, created: now, deliveries: ids)
    }

    /// Takes due deliveries.
    public func claim(upTo limit: Int, on channel: ChannelID, for lease: Duration) -> [Claim] {
        let now = clock.now
        var schedule = schedules[channel] ?? MemorySchedule()
        defer { schedules[channel] = schedule }
        let lapsed = schedule.takeLapsed(upTo: limit, at: now) { deliveries[$0] }
        let due = schedule.takeDue(upTo: limit - lapsed.count, at: now) { deliveries[$0] }
        lastToken += 1
        return (lapsed + due).compactMap { id in
            guard var row = deliveries[id] else { return nil }
            // Whoever held it may have sent it.
            if row.state == .sending { row.uncertainAttempts += 1 }
            let end = now.advanced(by: lease)
            row.state = .sending
            row.attempts += 1
            row.leaseToken = lastToken
            row.leaseEnd = end
            deliveries[id] = row
            schedule.lease(row, until: end)
            return claim(of: row, at: now)
        }
    }

    private func claim(of row: MemoryDelivery, at now: Timestamp) -> Claim? {
        guard let notification = notifications[row.notification], let payload = payloads[row.message] else {
            return nil
        }
        let route: ClaimedRoute =
            if let device = row.route.device {
                ClaimedRoute(devices[device], for: row.recipient, on: row.channel)
            } else {
                .open(row.route, registeredAt: nil)
            }
        return Claim(
            lease: Lease(delivery: row.id, token: row.leaseToken),
            notification: row.notification,
            type: notification.prepared.type,
            channel: row.channel,
            message: row.message,
            payload: payload,
            route: route,
            attempt: row.attempts,
            maxAttempts: row.maxAttempts,
            uncertainAttempts: row.uncertainAttempts,
            priority: row.priority,
            collapseKey: notification.prepared.options.collapseKey,
            expiresAt: row.expires,
            expiresIn: row.expires.map { now.duration(to: $0) },
            isNowOrNever: row.isNowOrNever,
            waited: row.scheduled.duration(to: now),
            isCancelled: row.isCancelled
        )
    }

    /// Records what became of claimed deliveries.
    public func settle(_ settlements: [Settlement]) -> [SettlementResult] { settlements.map(settle) }

    private func settle(_ settlement: Settlement) -> SettlementResult {
        let now = clock.now
        guard var row = deliveries[settlement.lease.delivery], row.isHeld(under: settlement.lease, at: now) else {
            return .stale
        }
        if !settlement.attemptCounts { row.attempts -= 1 }
        if settlement.isUncertain { row.uncertainAttempts += 1 }
        if case .retry(let delay) = settlement.result {
            if row.isCancelled {
                row.end(.cancelled, because: DeliveryReason.cancelled.code, at: now)
            } else {
                row.requeue(due: now.advanced(by: delay))
                row.reason = settlement.reason?.code
                schedules[row.channel]?.queue(row)
            }
        } else {
            var reason = settlement.reason?.code
            if case .sent(let providerID) = settlement.result {
                row.providerID = providerID
                reason = nil
            }
            row.end(settlement.state, because: reason, at: now)
        }
        deliveries[row.id] = row
        if let learned = settlement.learned { remember(learned) }
        return .applied(row.state, routeRemoved: settlement.removal.map(setAside) ?? false)
    }

    /// Prolongs leases.
    public func renew(_ leases: [Lease], for duration: Duration) -> Set<Lease> {
        let now = clock.now
        var held: Set<Lease> = []
        for lease in leases {
            guard var row = deliveries[lease.delivery], row.isHeld(under: lease, at: now) else { continue }
            let end = now.advanced(by: duration)
            row.leaseEnd = end
            deliveries[row.id] = row
            schedules[row.channel]?.lease(row, until: end)
            held.insert(lease)
        }
        return held
    }

    /// Hands claimed deliveries back.
    public func release(_ leases: [Lease]) {
        let now = clock.now
        for lease in leases {
            guard var row = deliveries[lease.delivery], row.isHeld(under: lease, at: now) else { continue }
            row.attempts -= 1
            if row.isCancelled {
                row.end(.cancelled, because: DeliveryReason.cancelled.code, at: now)
            } else {
                row.requeue(due: row.due)
                schedules[row.channel]?.queue(row)
            }
            deliveries[row.id] = row
        }
    }
}
