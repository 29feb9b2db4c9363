import FanfareCore

extension StoreBench {
    func claimsMostUrgentFirst() async throws {
        let bulk = try await enqueueOne(DeliveryOptions(priority: .bulk))
        let late = try await enqueueOne(DeliveryOptions(delay: .seconds(2)))
        let early = try await enqueueOne(DeliveryOptions(delay: .seconds(1)))
        let first = try await enqueueOne()
        let second = try await enqueueOne()
        let urgent = try await enqueueOne(DeliveryOptions(delay: .seconds(3), priority: .high))
        clock.advance(by: .seconds(3))
        let order = try await claimed(1) + claimed(2) + claimed()
        try require(order, is: [urgent, first, second, early, late, bulk], "the order of claims")
    }

    func claimsLapsedFirst() async throws {
        let bulk = try await enqueueOne(DeliveryOptions(priority: .bulk))
        let normal = try await enqueueOne()
        let held = try await enqueueOne()
        try require(await claimed(), is: [normal, held, bulk], "the first claims")
        clock.advance(by: .seconds(60))
        let urgent = try await enqueueOne(DeliveryOptions(priority: .high))
        try require(await claimed(2), is: [normal, held], "what is claimed first")
        try require(await claimed(), is: [bulk, urgent], "what is claimed next")
    }

    func claimsNoMoreThanAsked() async throws {
        for _ in 0..<5 { _ = try await enqueueOne() }
        try require(await claimed(0).count, is: 0, "how many are claimed of five")
        try require(await claimed(2).count, is: 2, "how many are claimed of five")
        try require(await claimed(2).count, is: 2, "how many are claimed of three")
        try require(await claimed(2).count, is: 1, "how many are claimed of one")
        // Two that lapsed and one that is due share the limit.
        _ = try await enqueueOne()
        clock.advance(by: .seconds(60))
        try require(await claimed(3).count, is: 3, "how many lapsed ones are claimed of five")
        try require(await claimed(10).count, is: 3, "how many are left")
    }

    func leavesOtherChannelsAlone() async throws {
        let mine = try await enqueueOne()
        let theirs = try await enqueueOne(on: "other")
        try require(await claimed(), is: [mine], "the claims of one channel")
        try await expect(theirs, in: .queued)
        try require(await claimed(on: "other"), is: [theirs], "the claims of the other channel")
        try require(await claimed(on: "none"), is: [], "the claims of a channel that has nothing")
    }

    func claimsCarryTheMessage() async throws {
        let options = DeliveryOptions(priority: .high, collapseKey: "collapse")
        let notification = try prepared(to: ["a", "b"], maxAttempts: 3, options: options)
        let ids = try await enqueue(notification)
        let claims = try await claim()
        let message = try require(notification.messages.first, "the message")
        for (claim, address) in zip(claims, ["a", "b"]) {
            let expected = Claim(
                lease: claim.lease,
                notification: notification.id,
                type: "contract.case",
                channel: channel,
                message: message.id,
                payload: message.payload,
                route: .open(Route(channel: channel, address: address), registeredAt: nil),
                attempt: 1,
                maxAttempts: 3,
                priority: .high,
                collapseKey: "collapse"
            )
            try require(claim, is: expected, "the claim")
        }
        try require(claims.map(\.lease.delivery), is: ids, "the deliveries claimed")
        try await expect(require(ids.first, "a delivery"), in: .sending)
        try require(await delivery(require(ids.first, "a delivery")).attempts, is: 1, "the attempts begun")
    }

    func claimsAreExclusive() async throws {
        let count = 60
        try await enqueue(prepared(to: (0..<count).map { "address \($0)" }))
        let claimed = try await withThrowingTaskGroup { group in
            for _ in 0..<12 {
                group.addTask { try await self.claim(10) }
            }
            return try await group.reduce(into: [Claim]()) { $0 += $1 }
        }
        try require(claimed.count, is: count, "how many were claimed by workers that have room for twice as many")
        try require(Set(claimed.map(\.lease.delivery)).count, is: count, "how many different ones were claimed")
    }

    func claimsTellExpiry() async throws {
        let id = try await enqueueOne(DeliveryOptions(delay: .seconds(5), expiresIn: .seconds(10)))
        let end = now.advanced(by: .seconds(15))
        clock.advance(by: .seconds(7))
        var claim = try await claimOne()
        try require(claim.expiresAt, is: end, "when it expires")
        try require(claim.expiresIn, is: .seconds(8), "how long it is until then")
        try require(claim.isNowOrNever, is: false, "whether it has one try")
        try await settle(claim, .retry(after: .seconds(20)))
        clock.advance(by: .seconds(20))
        claim = try await claimOne()
        try require(claim.lease.delivery, is: id, "what is claimed although it expired")
        try require(claim.expiresIn, is: .seconds(-12), "how long it is until then")
        try await settle(claim, .expired, because: .expired)
        _ = try await enqueueOne()
        claim = try await claimOne()
        try require(claim.expiresAt, is: nil, "when something without an end expires")
        try require(claim.expiresIn, is: nil, "how long it is until then")
    }

    func claimsTellNowOrNever() async throws {
        _ = try await enqueueOne(DeliveryOptions(delay: .seconds(5), expiresIn: .zero))
        clock.advance(by: .seconds(6))
        let claim = try await claimOne()
        try require(claim.isNowOrNever, is: true, "whether it has one try")
        try require(claim.expiresIn, is: .seconds(-1), "how long it is worth delivering")
        try await settle(claim, .retry(after: .seconds(5)), attemptCounts: false)
        clock.advance(by: .seconds(5))
        try require(await claimOne().isNowOrNever, is: true, "whether it has one try when it comes again")
    }

    func claimsTellTheWait() async throws {
        _ = try await enqueueOne(DeliveryOptions(delay: .seconds(5)))
        clock.advance(by: .seconds(7))
        let claim = try await claimOne()
        try require(claim.waited, is: .seconds(2), "the wait")
        try await settle(claim, .retry(after: .seconds(10)))
        clock.advance(by: .seconds(11))
        try require(await claimOne().waited, is: .seconds(13), "the wait since it was first due")
    }
}
