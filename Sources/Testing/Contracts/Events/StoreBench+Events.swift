import FanfareCore

/// Posting events, claiming and concluding them.
extension StoreBench {
    func eventDraft(_ order: Int = 1, key: String? = nil) throws -> EventDraft {
        EventDraft(
            type: "contract.event",
            user: user,
            payload: try Payload(encoding: ["order": order]),
            idempotencyKey: key
        )
    }

    /// Posts so many events.
    @discardableResult
    func post(_ count: Int) async throws -> [EventID] {
        let ids = try await store.post((0..<count).map { try eventDraft($0) })
        try require(ids.count, is: count, "the number of results")
        return ids
    }

    func claimEvents(_ limit: Int = 100, for lease: Duration = .seconds(60)) async throws -> [ClaimedEvent] {
        try await store.claimEvents(upTo: limit, for: lease)
    }

    /// Claims the one event there is to claim.
    func claimEvent(for lease: Duration = .seconds(60)) async throws -> ClaimedEvent {
        let events = try await claimEvents(for: lease)
        try require(events.count, is: 1, "the number of events claimed")
        return try require(events.first, "the event")
    }

    func claimedEvents(_ limit: Int = 100) async throws -> [EventID] {
        try await claimEvents(limit).map(\.lease.event)
    }

    func requireNoEvents(_ why: String, file: StaticString = #fileID, line: UInt = #line) async throws {
        try require(await claimedEvents(), is: [], why, file: file, line: line)
    }

    /// A notification of its own for an event.
    func submission(key: String? = nil, call: String = "call") throws -> Submission {
        let idempotency = key.map {
            Submission.Idempotency(key: $0, fingerprint: Fingerprint(of: call.utf8), lifetime: .seconds(600))
        }
        return Submission([try prepared()], idempotency: idempotency)
    }

    func conclude(_ conclusions: [EventConclusion]) async throws -> [EventResult] {
        let results = try await store.conclude(conclusions)
        try require(results.count, is: conclusions.count, "the number of results")
        return results
    }

    func conclude(_ event: ClaimedEvent, storing submission: Submission) async throws -> EventResult {
        try await require(conclude([EventConclusion(event.lease, .notification(submission))]).first, "the result")
    }

    func setAside(_ event: ClaimedEvent, because reason: EventReason = .unknownType) async throws -> EventResult {
        try await require(conclude([EventConclusion(event.lease, .setAside(reason))]).first, "the result")
    }

    /// Posts so many events and sets them all aside.
    func postSetAside(_ count: Int) async throws -> [EventID] {
        let ids = try await post(count)
        let conclusions = try await claimEvents(count).map { EventConclusion($0.lease, .setAside(.unknownType)) }
        try require(await conclude(conclusions), is: Array(repeating: .setAside, count: count), "setting aside")
        return ids
    }

    func allSetAside() async throws -> [EventID] {
        try await store.setAsideEvents(after: nil, limit: 10_000).map(\.id)
    }

    /// Requires that nothing of a submission is stored.
    func requireAbsent(
        _ submission: Submission,
        _ why: String,
        file: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        for notification in submission.notifications {
            try require(await store.notification(notification.id), is: nil, why, file: file, line: line)
        }
        try await requireNothingToClaim(why, file: file, line: line)
    }
}
