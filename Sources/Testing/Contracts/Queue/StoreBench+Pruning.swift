import FanfareCore

extension StoreBench {
    /// Prunes until nothing more goes.
    func pruneAll(settledFor age: Duration, limit: Int) async throws {
        for _ in 0..<1000 where try await store.prune(settledFor: age, limit: limit) == 0 { return }
        throw ContractViolation("pruning does not come to an end", file: #fileID, line: #line)
    }

    func prunesEnded() async throws {
        let old = try await enqueueOne()
        try await settle(claimOne(), .sent(providerID: nil))
        let mixed = try prepared(to: ["a", "b"])
        let ids = try await enqueue(mixed)
        let first = try await require(claim(1).first, "a claim")
        try await settle(first, .failed)
        clock.advance(by: .seconds(100))
        let recent = try await enqueueOne(on: "other")
        for claim in try await claim(on: "other") { try await settle(claim, .sent(providerID: nil)) }
        let notification = try await delivery(old).notification

        try await pruneAll(settledFor: .seconds(100), limit: 100)
        try require(await allDeliveries().count, is: 4, "how many are left when none ended longer ago")
        clock.advance(by: .microseconds(1))
        try await pruneAll(settledFor: .seconds(100), limit: 100)
        let left = try await allDeliveries().map(\.id)
        try require(left, is: [recent, try require(ids.last, "the one that waits")], "what is left")
        try require(await store.notification(notification), is: nil, "a notification without deliveries")
        let record = try await require(store.notification(mixed.id), "a notification that has one left")
        try require(record.deliveries.map(\.id), is: Array(ids.suffix(1)), "its deliveries")
        try require(await store.cancel(mixed.id), is: CancelResult(cancelled: 1, tooLate: 0), "cancelling what is left")
    }

    func pruningKeepsKeys() async throws {
        let key = Submission.Idempotency(key: "key", fingerprint: Fingerprint(rawValue: "1"), lifetime: .seconds(100))
        let notification = try prepared()
        _ = try await store.enqueue(Submission([notification], idempotency: key))
        try await settle(claimOne(), .sent(providerID: nil))
        clock.advance(by: .seconds(99))
        try await pruneAll(settledFor: .seconds(1), limit: 100)
        try require(await store.notification(notification.id), is: nil, "the notification")
        let result = try await store.enqueue(Submission([prepared()], idempotency: key))
        try require(result, is: .duplicate([notification.receipt]), "a repeat of what was pruned")
        clock.advance(by: .seconds(1))
        try await pruneAll(settledFor: .seconds(1), limit: 100)
        try require(await store.enqueue(Submission([prepared()], idempotency: key)), is: .stored, "a call after that")
    }

    func prunesInSteps() async throws {
        try await enqueue(prepared(to: (0..<10).map { "address \($0)" }))
        for claim in try await claim() { try await settle(claim, .sent(providerID: nil)) }
        clock.advance(by: .seconds(60))
        var left = 10
        while left > 0 {
            let gone = try await store.prune(settledFor: .seconds(30), limit: 3)
            let now = try await allDeliveries().count
            try require(gone > 0, "a step that deleted something says so")
            try require(now < left, "a step deletes something")
            try require(left - now <= 3, "a step deletes no more than asked for")
            left = now
        }
        try await pruneAll(settledFor: .seconds(30), limit: 3)
        try require(await store.prune(settledFor: .seconds(30), limit: 3), is: 0, "pruning when nothing is left")
    }
}
