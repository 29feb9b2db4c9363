import FanfareCore

extension StoreBench {
    func leasedIsNotClaimed() async throws {
        _ = try await enqueueOne()
        _ = try await claimOne(for: .seconds(30))
        try await requireNothingToClaim("what is claimed while it is held")
        clock.advance(by: .seconds(30) - .microseconds(1))
        try await requireNothingToClaim("what is claimed just before the lease ends")
        clock.advance(by: .microseconds(1))
        _ = try await claimOne()
    }

    func lapsedIsClaimedAgain() async throws {
        let id = try await enqueueOne()
        var token: Int64?
        for attempt in 1...4 {
            let claim = try await claimOne(for: .seconds(30))
            try require(claim.lease.delivery, is: id, "the delivery")
            try require(claim.attempt, is: attempt, "the attempt")
            try require(claim.uncertainAttempts, is: attempt - 1, "the uncertain attempts")
            if let token { try require(claim.lease.token > token, "a new claim has a greater token") }
            token = claim.lease.token
            try require(await delivery(id).attempts, is: attempt, "the attempts on record")
            clock.advance(by: .seconds(30))
        }
    }

    func lapsedIsRefused() async throws {
        let id = try await enqueueOne()
        let claim = try await claimOne(for: .seconds(30))
        clock.advance(by: .seconds(30))
        try await requireRefused(claim.lease)
        try await expect(id, in: .sending)
        let again = try await claimOne()
        try require(again.attempt, is: 2, "the attempt after a release that was refused")
    }

    func replacedIsRefused() async throws {
        let id = try await enqueueOne()
        let lost = try await claimOne(for: .seconds(30))
        clock.advance(by: .seconds(30))
        let claim = try await claimOne(for: .seconds(30))
        try await requireRefused(lost.lease)
        try await expect(id, in: .sending)
        // The lease that holds was not disturbed.
        clock.advance(by: .seconds(29))
        try await settle(claim, .sent(providerID: nil))
        try await expect(id, in: .sent)
        try await requireRefused(claim.lease)
    }

    private func requireRefused(_ lease: Lease) async throws {
        let results = try await settle([Settlement(lease, .sent(providerID: "late"))])
        try require(results, is: [.stale], "settling under a lost lease")
        try require(await store.renew([lease], for: .seconds(300)), is: [], "renewing a lost lease")
        try await store.release([lease])
    }

    func renewalProlongs() async throws {
        let kept = try await enqueueOne()
        let left = try await enqueueOne()
        let claims = try await claim(for: .seconds(30))
        let lease = try require(claims.first?.lease, "a claim")
        clock.advance(by: .seconds(20))
        let forged = Lease(delivery: left, token: lease.token + 1_000_000)
        try require(await store.renew([lease, forged], for: .seconds(30)), is: [lease], "the leases renewed")
        clock.advance(by: .seconds(10))
        try require(await claimed(), is: [left], "what lapsed because it was not renewed")
        clock.advance(by: .seconds(20) - .microseconds(1))
        let results = try await settle([Settlement(lease, .sent(providerID: nil))])
        try require(results, is: [.applied(.sent, routeRemoved: false)], "settling under a renewed lease")
        try await expect(kept, in: .sent)
    }

    func releaseCostsNothing() async throws {
        let id = try await enqueueOne()
        let other = try await enqueueOne()
        let due = try await delivery(id).due
        clock.advance(by: .seconds(5))
        let claims = try await claim(for: .seconds(30))
        let claim = try require(claims.first, "a claim")
        clock.advance(by: .seconds(5))
        try await store.release([claim.lease])
        let record = try await delivery(id)
        try require(record.state, is: .queued, "the state")
        try require(record.attempts, is: 0, "the attempts")
        try require(record.due, is: due, "the due time")
        try await expect(other, in: .sending)
        try require(await settle([Settlement(claim.lease, .failed)]), is: [.stale], "settling what was handed back")
        let again = try await claimOne(for: .seconds(300))
        try require(again.attempt, is: 1, "the attempt")
        try require(again.uncertainAttempts, is: 0, "the uncertain attempts")
        try require(again.lease.token > claim.lease.token, "a new claim has a greater token")
        try require(again.waited, is: .seconds(10), "the wait")
    }
}
