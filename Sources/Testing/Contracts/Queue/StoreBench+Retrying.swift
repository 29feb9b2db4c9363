import FanfareCore

extension StoreBench {
    func retriesEnded() async throws {
        for result: Settlement.Result in [.failed, .expired, .cancelled] {
            let id = try await enqueueOne()
            try await settle(claimOne(), result, because: DeliveryReason("because"), isUncertain: true)
            clock.advance(by: .seconds(5))
            let answer = try await store.retry(id)
            let record = try await delivery(id)
            try require(answer, is: .queued(record), "another go")
            try require(record.state, is: .queued, "the state")
            try require(record.due, is: now, "the due time")
            try require(record.reason, is: nil, "the reason")
            try require(record.settled, is: nil, "when it ended")
            let claim = try await claimOne()
            try require(claim.attempt, is: 2, "the attempt")
            try require(claim.uncertainAttempts, is: 0, "the uncertain attempts")
            try require(claim.waited, is: .zero, "the wait")
            try require(claim.isCancelled, is: false, "whether it is cancelled")
            try await settle(claim, .sent(providerID: nil))
        }
        let notification = try prepared()
        let id = try await require(enqueue(notification).first, "the delivery enqueued")
        let claim = try await claimOne()
        _ = try await store.cancel(notification.id)
        try await settle(claim, .retry(after: .zero))
        _ = try await store.retry(id)
        try require(await claimOne().isCancelled, is: false, "whether what was cancelled on its way still is")
    }

    func refusesOtherRetries() async throws {
        let id = try await enqueueOne()
        try require(await store.retry(id), is: .refused(.queued), "another go for what waits")
        let claim = try await claimOne()
        try require(await store.retry(id), is: .refused(.sending), "another go for what is on its way")
        try await settle(claim, .sent(providerID: nil))
        try require(await store.retry(id), is: .refused(.sent), "another go for what was sent")
        let skipped = try await enqueueOne()
        try await settle(claimOne(), .skipped, because: .handedOver)
        try require(await store.retry(skipped), is: .refused(.skipped), "another go for what was skipped")
        try await requireNothingToClaim("what is claimed after all were refused")
    }

    func retryOfUnknown() async throws {
        try require(await store.retry(ids.next()), is: .unknown, "another go")
    }

    func retryRaisesAttempts() async throws {
        let id = try await enqueueOne(maxAttempts: 2)
        try await settle(claimOne(), .failed)
        _ = try await store.retry(id)
        try require(await delivery(id).maxAttempts, is: 2, "the limit when one attempt is left")
        for attempt in 2...4 {
            let claim = try await claimOne()
            try require(claim.attempt, is: attempt, "the attempt")
            try require(claim.maxAttempts, is: attempt, "the limit")
            try await settle(claim, .failed)
            _ = try await store.retry(id)
            let record = try await delivery(id)
            try require(record.attempts, is: attempt, "the attempts on record")
            try require(record.maxAttempts, is: attempt + 1, "the limit on record")
        }
    }

    func retryRenewsExpiry() async throws {
        let id = try await enqueueOne(DeliveryOptions(delay: .seconds(5), expiresIn: .seconds(20)))
        for _ in 0..<2 {
            clock.advance(by: .seconds(100))
            try await settle(claimOne(), .expired, attemptCounts: false)
            _ = try await store.retry(id)
            try require(await delivery(id).expires, is: now.advanced(by: .seconds(20)), "the end")
        }
        try require(await claimOne().expiresIn, is: .seconds(20), "how long it is worth delivering")
        let once = try await enqueueOne(DeliveryOptions(expiresIn: .zero))
        try await settle(claimOne(), .expired, attemptCounts: false)
        clock.advance(by: .seconds(1))
        _ = try await store.retry(once)
        let claim = try await claimOne()
        try require(claim.isNowOrNever, is: true, "whether it has one try")
        try require(claim.expiresIn, is: .zero, "how long it is worth delivering")
    }

    func hastensOneReason() async throws {
        let paused = DeliveryReason.credentialPaused
        let waiting = try await enqueueOne()
        try await settle(claimOne(), .retry(after: .seconds(60)), because: DeliveryReason(paused.code, detail: "of"))
        _ = try await enqueueOne()
        try await settle(claimOne(), .retry(after: .seconds(60)), because: DeliveryReason("busy"))
        _ = try await enqueueOne(on: "other")
        for claim in try await claim(on: "other") {
            try await settle(claim, .retry(after: .seconds(60)), because: paused)
        }
        let held = try await enqueueOne()
        try await settle(claimOne(), .retry(after: .zero), because: paused)
        _ = try await claimOne(for: .seconds(300))

        clock.advance(by: .seconds(1))
        let announced = store.arrivals.count(of: channel)
        try require(await store.hasten(channel, waitingFor: paused), is: 1, "how many were made due")
        try require(store.arrivals.count(of: channel) > announced, "it is announced")
        try require(await delivery(waiting).due, is: now, "the due time")
        try await expect(held, in: .sending)
        try require(await claimed(), is: [waiting], "what is claimed")
        try require(await claimed(on: "other"), is: [], "what is claimed of another channel")
        try require(await store.hasten(channel, waitingFor: paused), is: 0, "how many were made due again")
    }
}
