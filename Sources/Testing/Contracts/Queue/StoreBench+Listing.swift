import FanfareCore

extension StoreBench {
    func listsNewestFirst() async throws {
        var expected: [DeliveryID] = []
        for number in 0..<4 {
            // Neither the due time nor the priority decides.
            let options = DeliveryOptions(delay: .seconds(10 - number), priority: number == 1 ? .high : .bulk)
            let ids = try await enqueue(prepared(to: ["a", "b"], options: options))
            expected.insert(contentsOf: ids.reversed(), at: 0)
            clock.advance(by: .milliseconds(1))
        }
        try require(await allDeliveries().map(\.id), is: expected, "the order")
        try require(await pages(of: 3).map(\.id), is: expected, "the order over several pages")
        try require(await pages(of: 4).map(\.id), is: expected, "the order over several full pages")
        for delivery in try await allDeliveries() {
            try require(await self.delivery(delivery.id), is: delivery, "a delivery in the list and alone")
        }
    }

    private func pages(
        of limit: Int,
        matching filter: DeliveryFilter = DeliveryFilter(),
        between: () async throws -> Void = {}
    ) async throws -> [Delivery] {
        var all: [Delivery] = []
        while true {
            let page = try await store.deliveries(matching: filter, after: all.last?.id, limit: limit)
            try require(page.count <= limit, "a page has at most as many as asked for")
            if page.isEmpty { return all }
            try require(page.allSatisfy { $0.id != all.last?.id }, "a page begins after its cursor")
            all += page
            try await between()
        }
    }

    func listsByStateAndChannel() async throws {
        var failed: [DeliveryID] = []
        for number in 0..<6 {
            let id = try await enqueueOne(on: number.isMultiple(of: 2) ? nil : "other")
            if number < 4 { failed.insert(id, at: 0) }
        }
        for claim in try await claim(2) + claim(2, on: "other") { try await settle(claim, .failed) }
        let states = try await pages(of: 3, matching: DeliveryFilter(state: .failed))
        try require(states.map(\.id), is: failed, "what failed")
        let channels = try await pages(of: 2, matching: DeliveryFilter(channel: "other"))
        try require(channels.count, is: 3, "the number on one channel")
        try require(channels.allSatisfy { $0.channel == "other" }, "all are of the channel")
        let both = try await pages(of: 1, matching: DeliveryFilter(state: .failed, channel: "other"))
        try require(both.map(\.id), is: channels.map(\.id).filter(failed.contains), "what failed on one channel")
        let none = try await pages(of: 1, matching: DeliveryFilter(state: .sent))
        try require(none, is: [], "what was sent")
    }

    func pagesHoldStill() async throws {
        let ids = try await enqueue(prepared(to: (0..<10).map { "address \($0)" }))
        for claim in try await claim() { try await settle(claim, .sent(providerID: nil)) }
        clock.advance(by: .seconds(60))
        let listed = try await pages(of: 2) {
            // Deletes what was listed already, the cursor's own row included, and adds newer ones.
            _ = try await enqueueOne()
            let page = try await store.deliveries(matching: DeliveryFilter(state: .sent), after: nil, limit: 100)
            if page.count == 10 { _ = try await store.prune(settledFor: .seconds(30), limit: 3) }
        }
        let left = try await store.deliveries(matching: DeliveryFilter(state: .sent), after: nil, limit: 100)
        try require(left.count, is: 7, "the number left after pruning three")
        let listedIDs = listed.map(\.id)
        try require(Set(listedIDs).count, is: listedIDs.count, "the number listed, without repeats")
        try require(Set(listedIDs).isSuperset(of: left.map(\.id)), "what was there throughout is listed")
        try require(Set(listedIDs).isSubset(of: ids), "what came later is not on later pages")
        let gone = try require(Set(ids).subtracting(left.map(\.id)).max(), "a delivery that is gone")
        let after = try await store.deliveries(matching: DeliveryFilter(state: .sent), after: gone, limit: 100)
        try require(after.map(\.id), is: left.map(\.id).filter { $0 < gone }, "the page after one that is gone")
    }

    func unknownIsNil() async throws {
        try require(await store.delivery(ids.next()), is: nil, "a delivery")
        try require(await store.notification(ids.next()), is: nil, "a notification")
    }

    func countsTheQueue() async throws {
        try require(await store.statistics().channels, is: [:], "the statistics of nothing")
        _ = try await enqueueOne()
        clock.advance(by: .seconds(3))
        _ = try await enqueueOne(DeliveryOptions(delay: .seconds(1)))
        _ = try await enqueueOne(on: "later", DeliveryOptions(delay: .seconds(60)))
        for _ in 0..<2 { _ = try await enqueueOne(on: "busy") }
        let claims = try await claim(1, on: "busy")
        clock.advance(by: .seconds(2))
        var expected: [ChannelID: QueueStatistics.ChannelStatistics] = [
            channel: .init(queued: 2, oldestDue: .seconds(5)),
            "later": .init(queued: 1),
            "busy": .init(queued: 1, sending: 1, oldestDue: .seconds(2)),
        ]
        try require(await store.statistics().channels, is: expected, "the statistics")
        try await settle(require(claims.first, "a claim"), .sent(providerID: nil))
        _ = try await claim(on: channel)
        expected["busy"] = .init(queued: 1, oldestDue: .seconds(2))
        expected[channel] = .init(sending: 2)
        try require(await store.statistics().channels, is: expected, "the statistics")
    }
}
