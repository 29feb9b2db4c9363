import FanfareCore

/// Restoring notifications.
extension StoreBench {
    private func foreignDelivery(_ destination: StoredDelivery.Destination? = nil) -> StoredDelivery {
        StoredDelivery(
            id: ids.next(),
            destination: destination ?? .direct(Route(channel: channel, address: "somewhere")),
            attempts: 2,
            maxAttempts: 7,
            uncertainAttempts: 1,
            scheduled: now.advanced(by: .seconds(-20)),
            due: now.advanced(by: .seconds(-10)),
            created: now.advanced(by: .seconds(-30))
        )
    }

    /// A notification of another store with these deliveries of one message.
    private func foreign(_ deliveries: [StoredDelivery], for recipient: RecipientID? = nil) throws -> StoredNotification
    {
        let message = StoredMessage(
            id: ids.next(),
            channel: channel,
            payload: try Payload(encoding: ["text": "ä\u{1F600}"]),
            deliveries: deliveries
        )
        return StoredNotification(
            id: ids.next(),
            type: "contract.case",
            category: "news",
            recipient: recipient ?? user,
            summary: NotificationSummary(title: "t", body: "b", link: "/l", data: try Payload(encoding: ["a": 1])),
            idempotencyKey: "key",
            collapseKey: "collapse",
            created: now.advanced(by: .seconds(-30)),
            messages: [message]
        )
    }

    private func restore(_ notifications: StoredNotification...) async throws {
        let restored = try await store.restore(notifications: notifications)
        try require(restored, is: notifications.map { _ in true }, "restoring what is new")
    }

    func restoresNotifications() async throws {
        let device = try await device(register(registration()).id)
        var first = foreignDelivery(.device(device.id))
        first.priority = .high
        first.expires = first.scheduled
        first.isCancelled = true
        first.reason = "a reason"
        let address = Route(channel: channel, address: "aa02", environment: .production, appID: "shop")
        var notification = try foreign([first, foreignDelivery(.direct(address))])
        notification.messages += try foreign([foreignDelivery()]).messages
        let bare = StoredNotification(
            id: ids.next(),
            type: "contract.case",
            category: .transactional,
            recipient: .onDemand,
            created: now,
            messages: try foreign([foreignDelivery()]).messages
        )
        try await restore(bare, notification)
        try require(await unsettled(), is: [notification, bare], "what is read again")
        let record = try require(await store.notification(notification.id), "the record")
        try require(record.type, is: notification.type, "the type")
        try require(record.category, is: notification.category, "the category")
        try require(record.recipient, is: user, "the recipient")
        try require(record.summary, is: notification.summary, "the summary")
        try require(record.idempotencyKey, is: "key", "the idempotency key")
        try require(record.collapseKey, is: "collapse", "the collapse key")
        try require(record.created, is: notification.created, "the time it was stored")
        try require(record.deliveries.count, is: 3, "the number of deliveries")
        let delivery = Delivery(
            id: first.id,
            notification: notification.id,
            type: notification.type,
            recipient: user,
            channel: channel,
            device: device.id,
            shortenedAddress: nil,
            state: .queued,
            attempts: 2,
            maxAttempts: 7,
            priority: .high,
            reason: "a reason",
            providerID: nil,
            due: first.due,
            expires: first.expires,
            created: first.created,
            settled: nil
        )
        try require(record.deliveries.first, is: delivery, "the delivery's record")
        try require(await store.statistics().channels[channel]?.queued, is: 4, "how much is queued")
    }

    func restoredIsClaimed() async throws {
        let device = try await device(register(registration()).id)
        var delivery = foreignDelivery(.device(device.id))
        delivery.expires = now.advanced(by: .seconds(40))
        delivery.isCancelled = true
        let notification = try foreign([delivery])
        try await restore(notification)
        let found = try await claimOne()
        let expected = Claim(
            lease: found.lease,
            notification: notification.id,
            type: notification.type,
            channel: channel,
            message: notification.messages[0].id,
            payload: notification.messages[0].payload,
            route: .open(device.route(on: channel), registeredAt: device.registeredAt),
            attempt: 3,
            maxAttempts: 7,
            uncertainAttempts: 1,
            collapseKey: "collapse",
            expiresAt: delivery.expires,
            expiresIn: .seconds(40),
            waited: .seconds(20),
            isCancelled: true
        )
        try require(found, is: expected, "the claim")
        // Everything else about routes is read when the delivery is claimed, as ever.
        var (handedOver, once) = (foreignDelivery(.device(device.id)), foreignDelivery())
        once.expires = once.scheduled
        handedOver.expires = now
        try await restore(try foreign([handedOver], for: "eve"), try foreign([once], for: .onDemand))
        let claims = try await claim()
        let route = Route(channel: channel, address: "somewhere")
        try require(claims.map(\.route), is: [.handedOver, .open(route, registeredAt: nil)], "the routes")
        try require(claims.map(\.isNowOrNever), is: [false, true], "whether there is one try only")
    }

    func restoredKeepsOrder() async throws {
        let own = try await enqueueOne()
        var (urgent, old, later) = (foreignDelivery(), foreignDelivery(), foreignDelivery())
        urgent.priority = .high
        urgent.due = now
        later.due = now.advanced(by: .seconds(5))
        try await restore(try foreign([later]), try foreign([old]), try foreign([urgent]))
        try require(await claimed(), is: [urgent.id, old.id, own], "what is due, in the order of claims")
        clock.advance(by: .microseconds(4_999_999))
        try await requireNothingToClaim("before its time")
        clock.advance(by: .microseconds(1))
        try require(await claimed(), is: [later.id], "what is due now")
    }

    func restoredIsFenced() async throws {
        try await restore(try foreign([foreignDelivery()]))
        let first = try await claimOne(for: .seconds(10))
        clock.advance(by: .seconds(10))
        let second = try await claimOne(for: .seconds(10))
        try require(second.lease.token > first.lease.token, "fencing tokens grow")
        try require(second.uncertainAttempts, is: 2, "how many attempts may have reached the provider")
        let late = Settlement(first.lease, .failed)
        try require(await settle([late]), is: [.stale], "a lease that was lost")
        try await settle(second, .sent(providerID: "p"))
        try await expect(second.lease.delivery, in: .sent)
    }

    func restoredIsHastened() async throws {
        var delivery = foreignDelivery()
        delivery.due = now.advanced(by: .seconds(600))
        delivery.reason = DeliveryReason.credentialPaused.code
        try await restore(try foreign([delivery]))
        try await requireNothingToClaim("before its time")
        let count = try await store.hasten(channel, waitingFor: .credentialPaused)
        try require(count, is: 1, "how many were hastened")
        try require(await claimed(), is: [delivery.id], "what is due now")
    }

    func keepsKnownNotifications() async throws {
        let deliveries = [foreignDelivery(), foreignDelivery(), foreignDelivery()]
        let notification = try foreign(deliveries)
        try await restore(notification)
        let claims = try await claim(2)
        try require(claims.count, is: 2, "the number of deliveries claimed")
        try await settle(claims[0], .sent(providerID: "p"))
        let before = try await allDeliveries()
        let other = try foreign([foreignDelivery()])
        let restored = try await store.restore(notifications: [notification, other, notification])
        try require(restored, is: [false, true, false], "what was restored")
        let otherID = other.messages[0].deliveries[0].id
        try require(await allDeliveries().filter { $0.id != otherID }, is: before, "what was there")
        try await settle(claims[1], .failed)
        try require(await claimed().count, is: 2, "what is left to claim")
    }

    func restoresWholeOrNothing() async throws {
        let known = foreignDelivery()
        try await restore(try foreign([known]))
        let before = try await unsettled()
        let good = try foreign([foreignDelivery()])
        let bad = try foreign([foreignDelivery(), known])
        do {
            _ = try await store.restore(notifications: [good, bad])
        } catch {
            try require(await unsettled(), is: before, "what is stored after a failure")
            try await restore(good)
            return
        }
        throw ContractViolation("a delivery of another notification is restored", file: #fileID, line: #line)
    }

    func restoringWakes() async throws {
        let seen = store.arrivals.count(of: channel)
        try await restore(try foreign([foreignDelivery()]))
        try require(store.arrivals.count(of: channel) != seen, "restoring wakes the channel's workers")
    }
}
