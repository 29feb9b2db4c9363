public import FanfareCore

extension MemoryStore {
    /// Calls off what has not been sent of a notification.
    public func cancel(_ notification: NotificationID) -> CancelResult? {
        guard let ids = notifications[notification]?.deliveries else { return nil }
        let now = clock.now
        var cancelled = 0
        for id in ids {
            switch deliveries[id]?.state {
            case .queued:
                deliveries[id]?.end(.cancelled, because: DeliveryReason.cancelled.code, at: now)
                cancelled += 1
            case .sending:
                deliveries[id]?.isCancelled = true
            default:
                break
            }
        }
        return CancelResult(cancelled: cancelled, tooLate: ids.count - cancelled)
    }

    /// Gives a delivery another go.
    public func retry(_ delivery: DeliveryID) -> RetryResult {
        guard var row = deliveries[delivery] else { return .unknown }
        guard row.state.isRetryable else { return .refused(row.state) }
        let now = clock.now
        row.expires = row.expires.map { now.advanced(by: row.scheduled.duration(to: $0)) }
        row.scheduled = now
        row.requeue(due: now)
        row.maxAttempts = max(row.maxAttempts, row.attempts + 1)
        row.uncertainAttempts = 0
        row.isCancelled = false
        row.reason = nil
        row.settled = nil
        deliveries[delivery] = row
        schedules[row.channel, default: MemorySchedule()].queue(row)
        arrivals.signal([row.channel])
        return .queued(record(of: row))
    }

    /// Makes due what waits for a reason.
    public func hasten(_ channel: ChannelID, waitingFor reason: DeliveryReason) -> Int {
        let now = clock.now
        let waiting = deliveries.values.filter {
            $0.channel == channel && $0.state == .queued && $0.reason == reason.code && $0.due > now
        }
        for var row in waiting {
            row.due = now
            deliveries[row.id] = row
            schedules[channel]?.queue(row)
        }
        if !waiting.isEmpty { arrivals.signal([channel]) }
        return waiting.count
    }

    /// The record of a notification.
    public func notification(_ id: NotificationID) -> NotificationRecord? {
        guard let row = notifications[id] else { return nil }
        return NotificationRecord(
            id: id,
            type: row.prepared.type,
            category: row.prepared.category,
            recipient: row.prepared.recipient,
            summary: row.prepared.summary,
            idempotencyKey: row.prepared.options.idempotencyKey,
            collapseKey: row.prepared.options.collapseKey,
            created: row.created,
            deliveries: row.deliveries.compactMap { deliveries[$0] }.map(record).sorted { $0.id < $1.id }
        )
    }

    /// The record of a delivery.
    public func delivery(_ id: DeliveryID) -> Delivery? { deliveries[id].map(record) }

    /// A page of deliveries.
    public func deliveries(matching filter: DeliveryFilter, after cursor: DeliveryID?, limit: Int) -> [Delivery] {
        let matching = deliveries.values.filter { row in
            (filter.state ?? row.state) == row.state && (filter.channel ?? row.channel) == row.channel
                && (cursor.map { row.id < $0 } ?? true)
        }
        return matching.sorted { $0.id > $1.id }.prefix(limit).map(record)
    }

    private func record(of row: MemoryDelivery) -> Delivery {
        row.record(type: notifications[row.notification]?.prepared.type ?? "")
    }

    /// How full the queue is.
    public func statistics() -> QueueStatistics {
        let now = clock.now
        var statistics = QueueStatistics()
        for row in deliveries.values where !row.state.isFinal {
            var channel = statistics.channels[row.channel] ?? QueueStatistics.ChannelStatistics()
            if row.state == .queued { channel.queued += 1 } else { channel.sending += 1 }
            if row.state == .queued, row.due <= now {
                channel.oldestDue = max(channel.oldestDue ?? .zero, row.due.duration(to: now))
            }
            statistics.channels[row.channel] = channel
        }
        return statistics
    }

    /// Deletes what ended long ago.
    public func prune(settledFor age: Duration, limit: Int) -> Int {
        let now = clock.now
        let cutoff = now.advanced(by: .zero - age)
        let old = deliveries.values.filter { row in row.settled.map { $0 < cutoff } ?? false }
        let doomed = old.sorted { $0.id < $1.id }.prefix(limit)
        for row in doomed {
            deliveries[row.id] = nil
            notifications[row.notification]?.deliveries.removeAll { $0 == row.id }
        }
        let empty = notifications.filter { $0.value.deliveries.isEmpty && $0.value.created < cutoff }
            .sorted { $0.key < $1.key }.prefix(limit)
        for (id, row) in empty {
            for message in row.prepared.messages { payloads[message.id] = nil }
            notifications[id] = nil
        }
        let lapsed = keys.filter { $0.value.end <= now }.sorted { $0.key < $1.key }.prefix(limit)
        for (key, _) in lapsed { keys[key] = nil }
        return doomed.count + empty.count + lapsed.count
    }
}
