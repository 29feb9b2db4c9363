import FanfareCore
internal import FoundationEssentials

extension StoreBench {
    func numbersEvents() async throws {
        let first = try await post(3)
        let second = try await post(2)
        let ids = first + second
        try require(ids, is: ids.sorted(), "the numbers, in the order of the events")
        try require(Set(ids).count, is: 5, "how many numbers there are")
        for event in try await claimEvents() {
            try require(await conclude(event, storing: submission()), is: .stored, "concluding")
        }
        let third = try await require(post(1).first, "a number")
        try require(ids.allSatisfy { $0 < third }, "numbers of events that are gone do not come again")
        try require(await store.post([]), is: [], "posting nothing")
    }

    func refusesWhatDoesNotFit() async throws {
        let good = try eventDraft()
        let long = String(repeating: "a", count: EventDraft.nameLimit + 1)
        let bad = [
            EventDraft(type: NotificationType(rawValue: long), user: user, payload: good.payload),
            EventDraft(type: good.type, user: RecipientID(rawValue: long), payload: good.payload),
            EventDraft(type: good.type, user: user, payload: good.payload, idempotencyKey: long),
            EventDraft(type: good.type, user: "a\u{0}b", payload: good.payload),
            EventDraft(
                type: good.type,
                user: user,
                payload: try Payload(encoding: [String(repeating: "a", count: EventDraft.payloadLimit)])
            ),
        ]
        for draft in bad {
            do {
                _ = try await store.post([good, draft])
            } catch {
                try await requireNoEvents("what a call that was refused left")
                continue
            }
            throw ContractViolation("an event that does not fit was stored", file: #fileID, line: #line)
        }
        let brim = EventDraft(
            type: NotificationType(rawValue: String(long.dropLast())),
            user: RecipientID(rawValue: String(repeating: "é", count: EventDraft.nameLimit / 2)),
            payload: try Payload(encoding: [String(repeating: "a", count: EventDraft.payloadLimit - 4)]),
            idempotencyKey: String(long.dropLast())
        )
        _ = try await store.post([brim])
        let event = try await claimEvent()
        try require(event.user, is: brim.user, "the user of an event that just fits")
        try require(event.payload, is: brim.payload, "the payload of an event that just fits")
    }

    func announcesEvents() async throws {
        let before = store.arrivals.eventCount
        let channel = store.arrivals.count(of: self.channel)
        _ = try await store.post([])
        try require(store.arrivals.eventCount, is: before, "announcements of nothing")
        try await post(1)
        try require(store.arrivals.eventCount > before, "an event is announced")
        try require(store.arrivals.count(of: self.channel), is: channel, "announcements of deliveries")
    }

    func claimsCarryTheEvent() async throws {
        let payload = try Payload(encoding: ["text": "☎️ \"quoted\"", "empty": ""])
        let drafts = [
            EventDraft(type: "one", user: "ada", payload: payload, idempotencyKey: "key"),
            EventDraft(type: "two", user: .onDemand, payload: Payload(json: Data("no JSON".utf8))),
        ]
        let ids = try await store.post(drafts)
        let posted = now
        clock.advance(by: .seconds(5))
        let events = try await claimEvents()
        try require(events.count, is: 2, "the number of events claimed")
        for (event, (id, draft)) in zip(events, zip(ids, drafts)) {
            let expected = ClaimedEvent(
                lease: EventLease(event: id, token: event.lease.token),
                type: draft.type,
                user: draft.user,
                payload: draft.payload,
                idempotencyKey: draft.idempotencyKey,
                attempts: 1,
                created: posted
            )
            try require(event, is: expected, "the event")
            try require(event.payload.json, is: draft.payload.json, "the payload, to the byte")
        }
    }

    func claimsOldestFirst() async throws {
        let ids = try await post(5)
        try require(await claimedEvents(2), is: Array(ids[0..<2]), "the first two")
        try require(await claimedEvents(2), is: Array(ids[2..<4]), "the next two")
        try require(await claimedEvents(2), is: Array(ids[4...]), "what is left")
        try await requireNoEvents("what is claimed when all are held")
    }

    func eventClaimsAreExclusive() async throws {
        let ids = try await post(200)
        let claimed = try await withThrowingTaskGroup(of: [EventID].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var mine: [EventID] = []
                    while case let next = try await claimedEvents(7), !next.isEmpty { mine += next }
                    return mine
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        try require(claimed.sorted(), is: ids, "what all hosts together claimed")
    }

    func heldIsNotClaimed() async throws {
        try await post(1)
        _ = try await claimEvent(for: .seconds(30))
        clock.advance(by: .seconds(30) - .microseconds(1))
        try await requireNoEvents("what is claimed just before the lease ends")
        clock.advance(by: .microseconds(1))
        _ = try await claimEvent()
    }

    func lapsedComesAlone() async throws {
        let ids = try await post(3)
        let tokens = try await claimEvents(for: .seconds(30)).map(\.lease.token)
        let later = try await post(1)
        clock.advance(by: .seconds(30))
        for (id, token) in zip(ids, tokens) {
            let again = try await claimEvent(for: .seconds(30))
            try require(again.lease.event, is: id, "the event that comes again, the oldest first")
            try require(again.attempts, is: 2, "how often it was claimed")
            try require(again.lease.token > token, "a new claim has a greater token")
        }
        try require(await claimedEvents(), is: later, "what was never claimed")
        clock.advance(by: .seconds(30))
        try require(await claimEvent().attempts, is: 3, "how often the oldest was claimed")
    }
}
