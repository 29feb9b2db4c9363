import FanfareCore

extension StoreBench {
    func cancelsWaiting() async throws {
        let notification = try prepared(to: ["a", "b"], options: DeliveryOptions(delay: .seconds(5)))
        let ids = try await enqueue(notification)
        let other = try await enqueueOne()
        clock.advance(by: .seconds(1))
        let result = try await store.cancel(notification.id)
        try require(result, is: CancelResult(cancelled: 2, tooLate: 0), "cancelling")
        for id in ids {
            let record = try await delivery(id)
            try require(record.state, is: .cancelled, "the state")
            try require(record.reason, is: DeliveryReason.cancelled.code, "the reason")
            try require(record.settled, is: now, "when it ended")
        }
        clock.advance(by: .seconds(10))
        try require(await claimed(), is: [other], "what is claimed")
        let again = try await store.cancel(notification.id)
        try require(again, is: CancelResult(cancelled: 0, tooLate: 2), "cancelling again")
    }

    func cancelsOnlyWhatIsLeft() async throws {
        let notification = try prepared(to: ["a", "b", "c"])
        let ids = try await enqueue(notification)
        let claims = try await claim(2)
        try await settle(require(claims.first, "a claim"), .sent(providerID: nil))
        let result = try await store.cancel(notification.id)
        try require(result, is: CancelResult(cancelled: 1, tooLate: 2), "cancelling")
        var states: [DeliveryState] = []
        for id in ids { states.append(try await delivery(id).state) }
        try require(states, is: [.sent, .sending, .cancelled], "the states")
    }

    func cancelOfUnknown() async throws {
        try require(await store.cancel(ids.next()), is: nil, "cancelling")
    }

    /// Stores a delivery, claims it, and cancels it while it is held.
    private func cancelledOnItsWay() async throws -> (id: DeliveryID, claim: Claim) {
        let notification = try prepared()
        let id = try await require(enqueue(notification).first, "the delivery enqueued")
        let claim = try await claimOne(for: .seconds(30))
        try require(claim.isCancelled, is: false, "whether it is cancelled")
        let result = try await store.cancel(notification.id)
        try require(result, is: CancelResult(cancelled: 0, tooLate: 1), "cancelling")
        try await expect(id, in: .sending)
        return (id, claim)
    }

    private func expectCancelled(_ id: DeliveryID, attempts: Int) async throws {
        let record = try await delivery(id)
        try require(record.state, is: .cancelled, "the state")
        try require(record.reason, is: DeliveryReason.cancelled.code, "the reason")
        try require(record.settled, is: now, "when it ended")
        try require(record.attempts, is: attempts, "the attempts")
        clock.advance(by: .seconds(3600))
        try await requireNothingToClaim("what is claimed of a cancelled delivery")
    }

    func cancelledMayBeSent() async throws {
        let (id, claim) = try await cancelledOnItsWay()
        try require(await store.renew([claim.lease], for: .seconds(30)), is: [claim.lease], "renewing its lease")
        try await settle(claim, .sent(providerID: "provider's"))
        try await expect(id, in: .sent)
    }

    func cancelledIsNotRetried() async throws {
        let (id, claim) = try await cancelledOnItsWay()
        let retry = Settlement(claim.lease, .retry(after: .seconds(5)), reason: DeliveryReason("busy"))
        try require(await settle([retry]), is: [.applied(.cancelled, routeRemoved: false)], "settling")
        try await expectCancelled(id, attempts: 1)
    }

    func cancelledIsNotReleased() async throws {
        let (id, claim) = try await cancelledOnItsWay()
        try await store.release([claim.lease])
        try await expectCancelled(id, attempts: 0)
    }

    func cancelledLapses() async throws {
        let (id, _) = try await cancelledOnItsWay()
        clock.advance(by: .seconds(30))
        let again = try await claimOne()
        try require(again.isCancelled, is: true, "whether it is cancelled")
        try await settle(again, .cancelled, because: .cancelled, attemptCounts: false)
        try await expectCancelled(id, attempts: 1)
    }
}
