import FanfareCore

extension StoreBench {
    func setsEventsAside() async throws {
        let ids = try await store.post([eventDraft(key: "key"), eventDraft()])
        let posted = now
        let events = try await claimEvents(for: .seconds(30))
        clock.advance(by: .seconds(10))
        let reason = EventReason.wrongData("/order/number is missing")
        try require(await setAside(events[0], because: reason), is: .setAside, "setting aside")
        let expected = SetAsideEvent(
            id: ids[0],
            type: "contract.event",
            user: user,
            idempotencyKey: "key",
            attempts: 1,
            created: posted,
            setAside: now,
            reason: "wrong-data: /order/number is missing"
        )
        try require(await store.setAsideEvents(after: nil, limit: 10), is: [expected], "what is set aside")
        clock.advance(by: .seconds(20))
        // The other one, whose lease is over.
        try require(await claimedEvents(), is: [ids[1]], "what is claimed later")
        try await requireNoEvents("what else is claimed later")
    }

    func lostLeasesSetNothingAside() async throws {
        try await post(1)
        let lost = try await claimEvent(for: .seconds(30))
        clock.advance(by: .seconds(30))
        try require(await setAside(lost), is: .stale, "setting aside under a lapsed lease")
        let event = try await claimEvent()
        try require(await setAside(lost), is: .stale, "setting aside under a replaced lease")
        try require(await allSetAside(), is: [], "what is set aside")
        try require(await conclude(event, storing: submission()), is: .stored, "concluding")
    }

    func listsSetAsideEvents() async throws {
        let ids = try await postSetAside(5)
        try await post(1)
        var seen: [EventID] = []
        repeat {
            let page = try await store.setAsideEvents(after: seen.last, limit: 2).map(\.id)
            try require(page.count <= 2, "no more is listed than was asked for")
            if page.isEmpty { break }
            seen += page
        } while seen.count < 10
        try require(seen, is: ids.reversed(), "what is set aside, in pages")
    }

    func replaysEvents() async throws {
        let ids = try await postSetAside(3)
        let before = store.arrivals.eventCount
        try require(await store.replayEvents(.these([ids[1], ids[1]])), is: 1, "how many were replayed")
        try require(store.arrivals.eventCount > before, "a replay is announced")
        try require(await allSetAside(), is: [ids[2], ids[0]], "what is set aside still")
        let later = try await post(1)
        try require(await store.replayEvents(.all), is: 2, "how many were replayed")
        let events = try await claimEvents()
        try require(events.map(\.lease.event), is: ids + later, "what is claimed, by age")
        try require(events.map(\.attempts), is: [1, 1, 1, 1], "how often each was claimed")
        try require(await store.setAsideEvents(after: nil, limit: 10), is: [], "what is set aside in the end")
        try require(await conclude(events[0], storing: submission()), is: .stored, "concluding")
        try require(await setAside(events[1]), is: .setAside, "setting aside again")
        try require(await allSetAside(), is: [ids[1]], "what is set aside again")
    }

    func replayEndsLeases() async throws {
        try await post(1)
        let first = try await claimEvent(for: .seconds(300))
        try require(await setAside(first), is: .setAside, "setting aside")
        let late = try submission()
        try require(await conclude(first, storing: late), is: .stale, "concluding what is set aside")
        try require(await store.replayEvents(.all), is: 1, "how many were replayed")
        try require(await conclude(first, storing: late), is: .stale, "concluding what was replayed")
        try await requireAbsent(late, "what was stored without a lease")
        let second = try await claimEvent()
        try require(second.lease.token > first.lease.token, "a new claim has a greater token")
        try require(await conclude(first, storing: late), is: .stale, "concluding what somebody else holds")
        try require(await conclude(second, storing: submission()), is: .stored, "concluding")
    }

    func discardsEvents() async throws {
        let ids = try await postSetAside(4)
        try require(await store.discardEvents(.these([ids[1], ids[2]])), is: 2, "how many were discarded")
        try require(await allSetAside(), is: [ids[3], ids[0]], "what is left")
        try require(await store.replayEvents(.these([ids[1]])), is: 0, "how many were replayed that are gone")
        try require(await store.discardEvents(.all), is: 2, "how many were discarded")
        try require(await allSetAside(), is: [], "what is left in the end")
        try await requireNoEvents("what is claimed after it was discarded")
    }

    func selectsOnlyWhatIsSetAside() async throws {
        let ids = try await post(2)
        let held = try await require(claimEvents(1).first, "an event")
        let selections: [EventSelection] = [.all, .these(ids), .these([EventID(rawValue: 1_000_000)]), .these([])]
        for selection in selections {
            try require(await store.replayEvents(selection), is: 0, "how many were replayed")
            try require(await store.discardEvents(selection), is: 0, "how many were discarded")
        }
        try require(await conclude(held, storing: submission()), is: .stored, "concluding what is held")
        try require(await claimedEvents(), is: [ids[1]], "what waits")
    }
}
