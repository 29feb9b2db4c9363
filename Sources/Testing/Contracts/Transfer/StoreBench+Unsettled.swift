import FanfareCore

/// Reading what moves to another store.
extension StoreBench {
    func unsettled() async throws -> [StoredNotification] {
        try await store.unsettledNotifications(after: nil, limit: 10_000)
    }

    /// The one unsettled notification's one delivery.
    private func unsettledOne() async throws -> StoredDelivery {
        let all = try await unsettled().flatMap { $0.messages.flatMap(\.deliveries) }
        try require(all.count, is: 1, "the number of unsettled deliveries")
        return try require(all.first, "the unsettled delivery")
    }

    func readsUnsettled() async throws {
        let (toDevice, device) = try await enqueueToDevice()
        let mailbox = Route(channel: "mail", address: "a@example.com", environment: .sandbox, appID: "shop")
        let mail = PreparedMessage(
            id: ids.next(),
            channel: "mail",
            payload: try Payload(encoding: ["subject": "ä\u{1F600}"]),
            maxAttempts: 3,
            deliveries: [PreparedDelivery(id: ids.next(), route: mailbox)]
        )
        let ended = try prepared(to: ["elsewhere"]).messages[0]
        let notification = PreparedNotification(
            id: ids.next(),
            type: "contract.case",
            category: "news",
            recipient: user,
            summary: NotificationSummary(title: "t", body: "b", link: "/l", data: try Payload(encoding: ["a": 1])),
            options: DeliveryOptions(
                delay: .seconds(9),
                expiresIn: .zero,
                priority: .bulk,
                idempotencyKey: "key",
                collapseKey: "collapse"
            ),
            messages: [mail, ended]
        )
        try await enqueue(notification)
        try await enqueue(try prepared(on: "ended"))
        let created = now
        let due = now.advanced(by: .seconds(9))
        clock.advance(by: .seconds(10))
        // The whole of one notification ends, and one message of the other.
        for claim in try await claim(on: "ended") { try await settle(claim, .failed) }
        let claims = try await claim()
        try require(claims.count, is: 2, "the deliveries of the contract's channel")
        for claim in claims {
            let isToDevice = claim.lease.delivery == toDevice
            try await settle(
                claim,
                isToDevice ? .retry(after: .seconds(5)) : .sent(providerID: nil),
                because: .noAnswer
            )
        }
        let found = try await unsettled()
        try require(found.count, is: 2, "the number of unsettled notifications")
        let delivery = StoredDelivery(
            id: mail.deliveries[0].id,
            destination: .direct(mailbox),
            maxAttempts: 3,
            priority: .bulk,
            scheduled: due,
            due: due,
            expires: due,
            created: created
        )
        let expected = StoredNotification(
            id: notification.id,
            type: notification.type,
            category: notification.category,
            recipient: notification.recipient,
            summary: notification.summary,
            idempotencyKey: "key",
            collapseKey: "collapse",
            created: created,
            messages: [StoredMessage(id: mail.id, channel: "mail", payload: mail.payload, deliveries: [delivery])]
        )
        try require(found.last, is: expected, "a notification with a message left")
        let retried = StoredDelivery(
            id: toDevice,
            destination: .device(device.id),
            attempts: 1,
            maxAttempts: 5,
            scheduled: created,
            due: now.advanced(by: .seconds(5)),
            reason: DeliveryReason.noAnswer.code,
            created: created
        )
        try require(found.first?.messages.flatMap(\.deliveries), is: [retried], "a delivery to a device")
        try require(found.first?.recipient, is: user, "the recipient")
    }

    func readsInPages() async throws {
        var expected: [NotificationID] = []
        for number in 0..<5 {
            let notification = try prepared(to: ["one", "two", "three"], on: number == 2 ? "ended" : nil)
            try await enqueue(notification)
            if number != 2 { expected.append(notification.id) }
        }
        for claim in try await claim(on: "ended") { try await settle(claim, .skipped) }
        var found: [NotificationID] = []
        var sizes: [Int] = []
        while sizes.last != 0, sizes.count < 9 {
            let page = try await store.unsettledNotifications(after: found.last, limit: 3)
            for notification in page {
                let deliveries = notification.messages.flatMap(\.deliveries).map(\.id)
                try require(deliveries.count, is: 3, "the number of deliveries")
                try require(deliveries, is: deliveries.sorted(), "the deliveries, ordered by id")
            }
            found += page.map(\.id)
            sizes.append(page.count)
        }
        try require(found, is: expected, "the notifications, ordered by id")
        try require(sizes, is: [3, 1, 0], "the sizes of the pages")
    }

    func readsHeldAsLapsed() async throws {
        let notification = try prepared()
        try await enqueue(notification)
        try require(await store.heldDeliveries(), is: 0, "what is held before a claim")
        let created = now
        _ = try await claimOne(for: .seconds(60))
        _ = try await store.cancel(notification.id)
        var expected = StoredDelivery(
            id: notification.messages[0].deliveries[0].id,
            destination: .direct(notification.messages[0].deliveries[0].route),
            attempts: 1,
            maxAttempts: 5,
            uncertainAttempts: 1,
            scheduled: created,
            due: created,
            isCancelled: true,
            created: created
        )
        clock.advance(by: .seconds(59))
        try require(await store.heldDeliveries(), is: 1, "what is held under a lease")
        try require(await unsettledOne(), is: expected, "a delivery that is held")
        clock.advance(by: .seconds(1))
        try require(await store.heldDeliveries(), is: 0, "what is held when the lease has run out")
        try require(await unsettledOne(), is: expected, "a delivery whose lease ran out")
        _ = try await claimOne()
        expected.attempts = 2
        expected.uncertainAttempts = 2
        try require(await unsettledOne(), is: expected, "a delivery that is held again")
        try require(await store.heldDeliveries(), is: 1, "what is held again")
    }

    func readsLivingKeys() async throws {
        var expected: [StoredKey] = []
        // Some look like the first of an order, some sort otherwise as bytes than as text.
        for (number, key) in ["a", "B", "ä", "b", " ", "\u{1F600}"].enumerated() {
            let notification = try prepared()
            let lifetime: Duration = .seconds(10 + number)
            let idempotency = Submission.Idempotency(
                key: key,
                fingerprint: Fingerprint(rawValue: "fingerprint \(number)"),
                lifetime: lifetime
            )
            _ = try await store.enqueue(Submission([notification], idempotency: idempotency))
            expected.append(
                StoredKey(
                    key: key,
                    fingerprint: idempotency.fingerprint,
                    receipts: [notification.receipt],
                    end: now.advanced(by: lifetime)
                )
            )
        }
        clock.advance(by: .seconds(10))
        expected.removeFirst()
        var found: [StoredKey] = []
        var sizes: [Int] = []
        while sizes.last != 0, sizes.count < 9 {
            let page = try await store.idempotencyKeys(after: found.last?.key, limit: 2)
            found += page
            sizes.append(page.count)
        }
        try require(Set(found), is: Set(expected), "the keys")
        try require(sizes, is: [2, 2, 1, 0], "the sizes of the pages")
    }
}
