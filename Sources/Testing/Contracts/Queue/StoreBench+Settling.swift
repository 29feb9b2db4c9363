import FanfareCore

extension StoreBench {
    func recordsEnds() async throws {
        let ends: [(Settlement.Result, DeliveryState)] = [
            (.failed, .failed), (.expired, .expired), (.cancelled, .cancelled), (.skipped, .skipped),
        ]
        for (result, state) in ends {
            let id = try await enqueueOne()
            let claim = try await claimOne()
            clock.advance(by: .seconds(3))
            let settlement = Settlement(
                claim.lease,
                result,
                reason: DeliveryReason("because", detail: "of this"),
                attempt: Settlement.Attempt(outcome: "rejected", duration: .seconds(3))
            )
            let results = try await settle([settlement])
            try require(results, is: [.applied(state, routeRemoved: false)], "settling")
            let record = try await delivery(id)
            try require(record.state, is: state, "the state")
            try require(record.reason, is: "because", "the reason")
            try require(record.providerID, is: nil, "the provider's name")
            try require(record.settled, is: now, "when it ended")
            try require(record.attempts, is: 1, "the attempts")
            clock.advance(by: .seconds(3600))
            try await requireNothingToClaim("what is claimed of a delivery that ended")
        }
    }

    func recordsSent() async throws {
        let id = try await enqueueOne()
        try await settle(claimOne(), .retry(after: .zero), because: DeliveryReason("busy"))
        clock.advance(by: .seconds(1))
        try await settle(claimOne(), .sent(providerID: "provider's"))
        let record = try await delivery(id)
        try require(record.state, is: .sent, "the state")
        try require(record.providerID, is: "provider's", "the provider's name")
        try require(record.reason, is: nil, "the reason")
        try require(record.settled, is: now, "when it ended")
        try require(record.attempts, is: 2, "the attempts")
    }

    func settlesOnce() async throws {
        let id = try await enqueueOne()
        let claim = try await claimOne()
        let results = try await settle([
            Settlement(claim.lease, .sent(providerID: "first")),
            Settlement(claim.lease, .sent(providerID: "second")), Settlement(claim.lease, .failed),
        ])
        try require(results, is: [.applied(.sent, routeRemoved: false), .stale, .stale], "settling in one batch")
        try require(await settle([Settlement(claim.lease, .failed)]), is: [.stale], "settling again")
        try require(await delivery(id).providerID, is: "first", "the provider's name")
        try await expect(id, in: .sent)
    }

    func settlesInOrder() async throws {
        let ids = try await enqueue(prepared(to: (0..<6).map { "address \($0)" }))
        let claims = try await claim()
        let lost = try require(claims.first, "a claim")
        try await store.release([lost.lease])
        let unknown = Lease(delivery: self.ids.next(), token: lost.lease.token)
        var settlements = [Settlement(unknown, .sent(providerID: nil))]
        for (number, claim) in claims.enumerated() {
            settlements.append(Settlement(claim.lease, number.isMultiple(of: 2) ? .failed : .sent(providerID: nil)))
        }
        let failed = SettlementResult.applied(.failed, routeRemoved: false)
        let sent = SettlementResult.applied(.sent, routeRemoved: false)
        let results = try await settle(settlements)
        try require(results, is: [.stale, .stale, sent, failed, sent, failed, sent], "the results, in order")
        var states: [DeliveryState] = []
        for id in ids { states.append(try await delivery(id).state) }
        try require(states, is: [.queued, .sent, .failed, .sent, .failed, .sent], "the states")
        try require(await settle([]), is: [], "settling nothing")
    }

    func retryWaits() async throws {
        let id = try await enqueueOne()
        let claim = try await claimOne()
        clock.advance(by: .seconds(1))
        let retry = Settlement(claim.lease, .retry(after: .milliseconds(2500)), reason: DeliveryReason("busy"))
        try require(await settle([retry]), is: [.applied(.queued, routeRemoved: false)], "settling")
        let record = try await delivery(id)
        try require(record.state, is: .queued, "the state")
        try require(record.reason, is: "busy", "the reason")
        try require(record.due, is: now.advanced(by: .milliseconds(2500)), "the due time")
        try require(record.settled, is: nil, "when it ended")
        clock.advance(by: .milliseconds(2500) - .microseconds(1))
        try await requireNothingToClaim("what is claimed just before its retry")
        clock.advance(by: .microseconds(1))
        let again = try await claimOne()
        try require(again.attempt, is: 2, "the attempt")
        try require(again.uncertainAttempts, is: 0, "the uncertain attempts")
    }

    func attemptsAreGivenBack() async throws {
        let id = try await enqueueOne()
        for _ in 0..<3 {
            let claim = try await claimOne()
            try require(claim.attempt, is: 1, "the attempt")
            try await settle(claim, .retry(after: .zero), attemptCounts: false)
            try require(await delivery(id).attempts, is: 0, "the attempts on record")
        }
        try await settle(claimOne(), .expired, because: .expired, attemptCounts: false)
        try require(await delivery(id).attempts, is: 0, "the attempts on record")
    }

    func uncertaintyIsCounted() async throws {
        _ = try await enqueueOne()
        try await settle(claimOne(), .retry(after: .zero), isUncertain: true)
        let second = try await claimOne()
        try require(second.uncertainAttempts, is: 1, "the uncertain attempts")
        try await settle(second, .retry(after: .zero))
        let third = try await claimOne(for: .seconds(30))
        try require(third.uncertainAttempts, is: 1, "the uncertain attempts")
        clock.advance(by: .seconds(30))
        try require(await claimOne().uncertainAttempts, is: 2, "the uncertain attempts after a lapsed lease")
    }
}
