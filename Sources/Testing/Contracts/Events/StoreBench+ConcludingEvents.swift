import FanfareCore

extension StoreBench {
    func concludesWithNotification() async throws {
        try await post(1)
        let event = try await claimEvent(for: .seconds(30))
        let submission = try submission()
        let before = store.arrivals.count(of: channel)
        // Up to its last moment the lease holds.
        clock.advance(by: .seconds(30) - .microseconds(1))
        try require(await conclude(event, storing: submission), is: .stored, "concluding")
        try require(store.arrivals.count(of: channel) > before, "the deliveries are announced")
        let id = try require(submission.notifications.first?.id, "the notification")
        _ = try await require(store.notification(id), "the record of the notification")
        try require(await claimed().count, is: 1, "the number of deliveries")
        clock.advance(by: .seconds(60))
        try await requireNoEvents("what is claimed after it was concluded")
        try require(await allSetAside(), is: [], "what is set aside")
    }

    func concludesWholeOrNothing() async throws {
        let known = try submission()
        try require(await store.enqueue(known), is: .stored, "enqueueing")
        _ = try await claimed()
        try await post(4)
        let events = try await claimEvents(for: .seconds(30))
        try require(events.count, is: 4, "the number of events claimed")
        let fresh = try submission(key: "key")
        do {
            _ = try await store.conclude([
                EventConclusion(events[0].lease, .notification(fresh)),
                EventConclusion(events[1].lease, .setAside(.unknownType)),
                EventConclusion(events[2].lease, .notification(submission(key: "key"))),
                // A notification that exists cannot be stored again.
                EventConclusion(events[3].lease, .notification(known)),
            ])
        } catch {
            try await requireAbsent(fresh, "what a call that failed stored")
            try require(await allSetAside(), is: [], "what a call that failed set aside")
            // Everything is as it was: held, and the key free.
            try await requireNoEvents("what is claimed after a call that failed")
            try require(await conclude(events[0], storing: fresh), is: .stored, "concluding after a call that failed")
            for event in events[1...] {
                try require(await setAside(event), is: .setAside, "setting aside after a call that failed")
            }
            return
        }
        throw ContractViolation("a notification id was stored twice", file: #fileID, line: #line)
    }

    func concludesOnce() async throws {
        try await post(1)
        let event = try await claimEvent()
        let (first, second) = (try submission(), try submission())
        let conclusions = [first, second].map { EventConclusion(event.lease, .notification($0)) }
        try require(await conclude(conclusions), is: [.stored, .stale], "concluding twice in one call")
        _ = try await claimed()
        try require(await conclude(conclusions), is: [.stale, .stale], "concluding again")
        try require(await setAside(event), is: .stale, "setting aside what is gone")
        try await requireAbsent(second, "what the second conclusion stored")
    }

    func concludesInOrder() async throws {
        try await post(3)
        let events = try await claimEvents()
        let forged = EventLease(event: events[1].lease.event, token: events[1].lease.token + 1_000_000)
        let unknown = EventLease(event: EventID(rawValue: 1_000_000), token: events[1].lease.token)
        let refused = try submission()
        let results = try await conclude([
            EventConclusion(unknown, .notification(refused)),
            EventConclusion(events[0].lease, .notification(submission())),
            EventConclusion(forged, .notification(refused)),
            EventConclusion(events[2].lease, .setAside(.unknownType)),
            EventConclusion(events[1].lease, .notification(submission())),
        ])
        try require(results, is: [.stale, .stored, .stale, .setAside, .stored], "the results")
        try require(await claimed().count, is: 2, "the number of deliveries")
        try await requireAbsent(refused, "what was refused")
        try require(await conclude([]), is: [], "concluding nothing")
    }

    func lapsedConclusionIsRefused() async throws {
        let ids = try await post(1)
        let event = try await claimEvent(for: .seconds(30))
        clock.advance(by: .seconds(30))
        let late = try submission(key: "key")
        try require(await conclude(event, storing: late), is: .stale, "concluding under a lapsed lease")
        try await requireAbsent(late, "what was stored under a lapsed lease")
        let again = try await claimEvent()
        try require([again.lease.event], is: ids, "the event")
        try require(await conclude(again, storing: submission(key: "key")), is: .stored, "concluding in time")
    }

    func replacedConclusionIsRefused() async throws {
        try await post(1)
        let lost = try await claimEvent(for: .seconds(30))
        clock.advance(by: .seconds(30))
        let event = try await claimEvent(for: .seconds(30))
        let late = try submission()
        try require(await conclude(lost, storing: late), is: .stale, "concluding under a replaced lease")
        try await requireAbsent(late, "what was stored under a replaced lease")
        try require(await conclude(event, storing: submission()), is: .stored, "concluding in time")
        let later = try submission()
        try require(await conclude(lost, storing: later), is: .stale, "concluding what is gone")
        try require(await claimed().count, is: 1, "the number of deliveries")
        try await requireAbsent(later, "what was stored for an event that is gone")
    }

    func repeatsAreRemoved() async throws {
        // The first came by another way.
        try require(await store.enqueue(submission(key: "key")), is: .stored, "enqueueing")
        try await post(3)
        let events = try await claimEvents()
        let repeated = try submission(key: "key")
        let results = try await conclude([
            EventConclusion(events[0].lease, .notification(repeated)),
            EventConclusion(events[1].lease, .notification(submission(key: "new"))),
            EventConclusion(events[2].lease, .notification(submission(key: "new"))),
        ])
        try require(results, is: [.duplicate, .stored, .duplicate], "the results")
        try require(await claimed().count, is: 2, "the number of deliveries")
        try await requireAbsent(repeated, "what a repeat stored")
        clock.advance(by: .seconds(60))
        try await requireNoEvents("what is claimed after it was found to be a repeat")
        try require(await allSetAside(), is: [], "what is set aside")
    }

    func conflictsStay() async throws {
        try require(await store.enqueue(submission(key: "key", call: "another")), is: .stored, "enqueueing")
        _ = try await claimed()
        try await post(1)
        let event = try await claimEvent(for: .seconds(30))
        let other = try submission(key: "key")
        try require(await conclude(event, storing: other), is: .conflict, "concluding with a known key")
        try await requireAbsent(other, "what a conflict stored")
        try await requireNoEvents("what is claimed while a conflict is held")
        try require(await setAside(event, because: .idempotencyConflict), is: .setAside, "setting it aside")
    }

    func worksOffManyEvents() async throws {
        let count = 1000
        for _ in 0..<10 { try await post(count / 10) }
        let stored = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var stored = 0
                    while case let events = try await claimEvents(32), !events.isEmpty {
                        let conclusions = try events.map {
                            EventConclusion($0.lease, .notification(try submission(key: "\($0.lease.event)")))
                        }
                        stored += try await conclude(conclusions).count { $0 == .stored }
                    }
                    return stored
                }
            }
            return try await group.reduce(0, +)
        }
        try require(stored, is: count, "the number of events concluded")
        try require(await allDeliveries().count, is: count, "the number of deliveries")
    }
}
