public import FanfareCore

extension MemoryStore {
    /// Stores events.
    public func post(_ drafts: [EventDraft]) throws -> [EventID] {
        for draft in drafts { try draft.check() }
        let now = clock.now
        let ids = drafts.map { events.append($0, at: now) }
        if !ids.isEmpty { arrivals.signalEvents() }
        return ids
    }

    /// Takes events, the oldest first.
    public func claimEvents(upTo limit: Int, for lease: Duration) -> [ClaimedEvent] {
        let now = clock.now
        let lapsed = events.all.first { $0.isLapsed(at: now) }
        let taken = lapsed.map { [$0] } ?? Array(events.all.lazy.filter(\.isWaiting).prefix(limit))
        lastToken += 1
        return taken.map { event in
            var event = event
            event.attempts += 1
            event.leaseToken = lastToken
            event.leaseEnd = now.advanced(by: lease)
            events[event.id] = event
            return ClaimedEvent(
                lease: EventLease(event: event.id, token: lastToken),
                type: event.draft.type,
                user: event.draft.user,
                payload: event.draft.payload,
                idempotencyKey: event.draft.idempotencyKey,
                attempts: event.attempts,
                created: event.created
            )
        }
    }

    /// Ends claimed events.
    ///
    /// - Throws: ``KnownIdentifier`` if an identifier of a submission is stored already; then nothing has changed.
    public func conclude(_ conclusions: [EventConclusion]) throws -> [EventResult] {
        let before = events
        var stored: [Submission] = []
        do {
            return try conclusions.map { try conclude($0, &stored) }
        } catch {
            events = before
            for submission in stored { withdraw(submission) }
            throw error
        }
    }

    private func conclude(_ conclusion: EventConclusion, _ stored: inout [Submission]) throws -> EventResult {
        let now = clock.now
        let id = conclusion.lease.event
        guard var event = events[id], event.isHeld(under: conclusion.lease, at: now) else { return .stale }
        switch conclusion.outcome {
        case .setAside(let reason):
            event.setAside = now
            event.reason = reason.description
            event.leaseEnd = nil
            events[id] = event
            return .setAside
        case .notification(let submission):
            switch try enqueue(submission) {
            case .stored:
                stored.append(submission)
                events[id] = nil
                return .stored
            case .duplicate:
                events[id] = nil
                return .duplicate
            case .conflict:
                return .conflict
            }
        }
    }

    /// Takes back what a call has stored that fails as a whole.
    private func withdraw(_ submission: Submission) {
        if let idempotency = submission.idempotency { keys[idempotency.key] = nil }
        for notification in submission.notifications {
            notifications[notification.id] = nil
            for message in notification.messages {
                payloads[message.id] = nil
                for delivery in message.deliveries { deliveries[delivery.id] = nil }
            }
        }
    }

    /// A page of the events that are set aside.
    public func setAsideEvents(after cursor: EventID?, limit: Int) -> [SetAsideEvent] {
        let older = events.all.reversed().lazy.filter { event in cursor.map { event.id < $0 } ?? true }
        return older.compactMap(\.record).prefix(limit).map { $0 }
    }

    /// Lets events that were set aside be claimed again.
    public func replayEvents(_ selection: EventSelection) -> Int {
        let selected = setAsideEvents(in: selection)
        for var event in selected {
            event.attempts = 0
            event.setAside = nil
            event.reason = ""
            events[event.id] = event
        }
        if !selected.isEmpty { arrivals.signalEvents() }
        return selected.count
    }

    /// Deletes events that were set aside.
    public func discardEvents(_ selection: EventSelection) -> Int {
        let selected = setAsideEvents(in: selection)
        for event in selected { events[event.id] = nil }
        return selected.count
    }

    private func setAsideEvents(in selection: EventSelection) -> [MemoryEvent] {
        let candidates =
            switch selection {
            case .all: events.all
            case .these(let ids): Set(ids).compactMap { events[$0] }
            }
        return candidates.filter { $0.setAside != nil }
    }
}

extension MemoryEvent {
    /// The record of an event that is set aside.
    fileprivate var record: SetAsideEvent? {
        setAside.map { time in
            SetAsideEvent(
                id: id,
                type: draft.type,
                user: draft.user,
                idempotencyKey: draft.idempotencyKey,
                attempts: attempts,
                created: created,
                setAside: time,
                reason: reason
            )
        }
    }
}
