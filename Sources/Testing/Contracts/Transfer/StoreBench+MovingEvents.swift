import FanfareCore

/// Moving events.
extension StoreBench {
    private func draft(_ number: Int, key: String? = nil) throws -> EventDraft {
        EventDraft(type: "order.shipped", user: user, payload: try Payload(encoding: [number]), idempotencyKey: key)
    }

    func readsEvents() async throws {
        let drafts = try (1...5).map { try draft($0, key: $0 == 2 ? "key" : nil) }
        let ids = try await store.post(drafts)
        let posted = now
        clock.advance(by: .seconds(1))
        let held = try await store.claimEvents(upTo: 2, for: .seconds(60))
        let lease = try require(held.last?.lease, "the second event's lease")
        try require(
            await store.conclude([EventConclusion(lease, .setAside(.unknownType))]),
            is: [.setAside],
            "setting the second event aside"
        )
        var found: [StoredEvent] = []
        while true {
            let page = try await store.events(after: found.last?.id, limit: 2)
            if page.isEmpty { break }
            try require(page.count <= 2, "a page has no more than was asked for")
            found += page
        }
        let expected = zip(ids, drafts).map { id, draft in
            let isAside = id == lease.event
            return StoredEvent(
                id: id,
                draft: draft,
                created: posted,
                setAside: isAside ? now : nil,
                reason: isAside ? EventReason.unknownType.description : nil
            )
        }
        try require(found, is: expected, "the events")
    }

    func restoresEvents() async throws {
        let known = try await store.post([draft(0, key: "known")])
        let aside = now
        let foreign = [
            StoredEvent(id: EventID(rawValue: 1), draft: try draft(1), created: now),
            StoredEvent(id: EventID(rawValue: 2), draft: try draft(2, key: "known"), created: now),
            StoredEvent(
                id: EventID(rawValue: 3),
                draft: try draft(3, key: "new"),
                created: now,
                setAside: aside,
                reason: "wrong-data: x"
            ),
        ]
        clock.advance(by: .seconds(1))
        let seen = store.arrivals.eventCount
        try require(await store.restore(events: foreign), is: [true, false, true], "what was restored")
        try require(store.arrivals.eventCount != seen, "restoring announces events")
        try require(await store.restore(events: [foreign[2]]), is: [false], "one that was restored before")
        let claims = try await store.claimEvents(upTo: 9, for: .seconds(60))
        try require(claims.map(\.payload), is: [draft(0).payload, draft(1).payload], "what is claimed")
        try require(claims.map(\.lease.event).first, is: known.first, "the first event")
        try require(claims.last?.created, is: foreign[0].created, "when it was posted")
        let listed = try await store.setAsideEvents(after: nil, limit: 9)
        try require(listed.map(\.reason), is: ["wrong-data: x"], "what is set aside, and why")
        try require(listed.map(\.setAside), is: [aside], "when it was set aside")
    }
}
