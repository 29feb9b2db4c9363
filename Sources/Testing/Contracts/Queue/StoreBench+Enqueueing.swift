import FanfareCore

extension StoreBench {
    func recordsSubmissions() async throws {
        let options = DeliveryOptions(
            delay: .seconds(10),
            expiresIn: .seconds(60),
            priority: .high,
            idempotencyKey: "key",
            collapseKey: "collapse"
        )
        let draft = try prepared(to: ["a long address", "b"], maxAttempts: 4, options: options)
        let summary = NotificationSummary(
            title: "Title — ☎️",
            body: "Body",
            link: "app://1",
            data: try Payload(encoding: ["number": 7])
        )
        let notification = PreparedNotification(
            id: draft.id,
            type: draft.type,
            category: "marketing",
            recipient: user,
            summary: summary,
            options: options,
            messages: draft.messages
        )
        let ids = try await enqueue(notification)

        let record = try await require(store.notification(notification.id), "the notification")
        try require(record.type, is: "contract.case", "the type")
        try require(record.category, is: "marketing", "the category")
        try require(record.recipient, is: user, "the recipient")
        try require(record.summary, is: summary, "the summary")
        try require(record.idempotencyKey, is: "key", "the idempotency key")
        try require(record.collapseKey, is: "collapse", "the collapse key")
        try require(record.created, is: now, "the time it was stored")
        try require(record.deliveries.map(\.id), is: ids, "its deliveries, the oldest first")
        let delivery = try await delivery(require(ids.first, "a delivery"))
        try require(record.deliveries.first, is: delivery, "the delivery in its notification and alone")
        let expected = Delivery(
            id: delivery.id,
            notification: notification.id,
            type: "contract.case",
            recipient: user,
            channel: channel,
            device: nil,
            shortenedAddress: "a long …",
            state: .queued,
            attempts: 0,
            maxAttempts: 4,
            priority: .high,
            reason: nil,
            providerID: nil,
            due: now.advanced(by: .seconds(10)),
            expires: now.advanced(by: .seconds(70)),
            created: now,
            settled: nil
        )
        try require(delivery, is: expected, "the delivery")
    }

    func storesWholeOrNothing() async throws {
        let first = try prepared()
        try await enqueue(first)
        let fresh = try prepared()
        let broken = PreparedNotification(
            id: ids.next(),
            type: "contract.case",
            category: .transactional,
            recipient: .onDemand,
            // A delivery that exists cannot be stored again.
            messages: first.messages
        )
        let key = Submission.Idempotency(key: "key", fingerprint: Fingerprint(rawValue: "1"), lifetime: .seconds(60))
        do {
            _ = try await store.enqueue(Submission([fresh, broken], idempotency: key))
        } catch {
            try require(await store.notification(fresh.id), is: nil, "what a submission that failed left")
            try require(await store.notification(broken.id), is: nil, "what a submission that failed left")
            try require(await allDeliveries().count, is: 1, "the number of deliveries")
            let again = try await store.enqueue(Submission([fresh], idempotency: key))
            return try require(again, is: .stored, "the key after a submission that failed")
        }
        throw ContractViolation("a delivery id was stored twice", file: #fileID, line: #line)
    }

    private func submission(_ call: String, key: String = "key") throws -> Submission {
        Submission(
            [try prepared(), try prepared()],
            idempotency: Submission.Idempotency(
                key: key,
                fingerprint: Fingerprint(of: call.utf8),
                lifetime: .seconds(60)
            )
        )
    }

    func repeatsGiveFirstReceipts() async throws {
        let first = try submission("call")
        try require(await store.enqueue(first), is: .stored, "the first call")
        let receipts = first.notifications.map(\.receipt)
        clock.advance(by: .seconds(59))
        for _ in 0..<2 {
            let result = try await store.enqueue(submission("call"))
            try require(result, is: .duplicate(receipts), "a repeat")
        }
        try require(await allDeliveries().count, is: 2, "the number of deliveries after a repeat")
        // The receipts are those of then, whatever became of the deliveries.
        for claim in try await claim() { try await settle(claim, .failed) }
        try require(await store.enqueue(submission("call")), is: .duplicate(receipts), "a repeat after all was settled")
    }

    func otherCallsConflict() async throws {
        try require(await store.enqueue(submission("call")), is: .stored, "the first call")
        try require(await store.enqueue(submission("another")), is: .conflict, "another call with the key")
        try require(await allDeliveries().count, is: 2, "the number of deliveries after a conflict")
    }

    func keysAreForgotten() async throws {
        try require(await store.enqueue(submission("call")), is: .stored, "the first call")
        clock.advance(by: .seconds(60) - .microseconds(1))
        try require(await store.enqueue(submission("another")), is: .conflict, "a call before the key's end")
        clock.advance(by: .microseconds(1))
        try require(await store.enqueue(submission("another")), is: .stored, "a call at the key's end")
        try require(await store.enqueue(submission("call")), is: .conflict, "the call that had the key before")
    }

    func keysAreApart() async throws {
        try require(await store.enqueue(submission("call", key: "a")), is: .stored, "a call")
        try require(await store.enqueue(submission("call", key: "b")), is: .stored, "a call with another key")
        try require(await store.enqueue(Submission([prepared()])), is: .stored, "a call without a key")
        try require(await allDeliveries().count, is: 5, "the number of deliveries")
    }

    func announcesArrivals() async throws {
        let before = store.arrivals.count(of: channel)
        let other = store.arrivals.count(of: "other")
        let id = try await enqueueOne()
        let after = store.arrivals.count(of: channel)
        try require(after > before, "an arrival is announced")
        try require(store.arrivals.count(of: "other"), is: other, "announcements for another channel")
        try await settle(claimOne(), .failed)
        _ = try await store.retry(id)
        try require(store.arrivals.count(of: channel) > after, "another go is announced")
    }

    /// The failure store-01: a delayed job that never ran, because the database compared times as something else.
    func delayedWaits() async throws {
        let id = try await enqueueOne(DeliveryOptions(delay: .seconds(2)))
        try await requireWaiting(id, for: .seconds(2))
    }

    func timedWaits() async throws {
        let id = try await enqueueOne(DeliveryOptions(at: now.advanced(by: .seconds(40_000))))
        try await requireWaiting(id, for: .seconds(40_000))
    }

    private func requireWaiting(_ id: DeliveryID, for delay: Duration) async throws {
        try require(await delivery(id).due, is: now.advanced(by: delay), "the due time")
        try await requireNothingToClaim("what is claimed at once")
        clock.advance(by: delay - .microseconds(1))
        try await requireNothingToClaim("what is claimed just before it is due")
        clock.advance(by: .microseconds(1))
        try require(await claimed(), is: [id], "what is claimed when it is due")
    }

    func pastMeansNow() async throws {
        let id = try await enqueueOne(DeliveryOptions(at: now.advanced(by: .seconds(-60)), expiresIn: .seconds(30)))
        let delivery = try await delivery(id)
        try require(delivery.due, is: now, "the due time")
        try require(delivery.expires, is: now.advanced(by: .seconds(30)), "the end, which counts from now")
        try require(await claimed(), is: [id], "what is claimed at once")
    }
}
