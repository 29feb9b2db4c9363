public import FanfareCore

/// Moving from one store to another.
///
/// ```swift
/// let trial = StoreTrial(seed: seed)
/// try await trial.fill(source, clock: clock)
/// try await trial.requireCopy(from: source, to: target, clock: clock)
/// ```
extension StoreTrial {
    /// Leaves behind in a store what random operations leave behind: some of everything, in every state.
    ///
    /// - Parameters:
    ///   - store: The store; it holds nothing and runs on `clock`.
    ///   - clock: The time.
    /// - Throws: ``TrialFailure`` if the store does.
    public func fill(_ store: some Store, clock: ManualClock) async throws {
        var session = StoreSession(store)
        try await run(on: clock) { operation in
            let answer = try await session.perform(operation)
            return (answer, try await session.snapshot())
        }
    }

    /// Copies one store to another, twice, and requires that the other then holds what it should and no more, that the
    /// first is as it was, and that working the other off carries out what was left in the first, once.
    ///
    /// - Parameters:
    ///   - source: The store to read; it runs on `clock`.
    ///   - target: The store to write. It holds nothing, or what a copy that broke off has left; it runs on `clock`.
    ///   - clock: The time.
    /// - Throws: ``TrialFailure`` when something does not hold.
    public func requireCopy(from source: some Store, to target: some Store, clock: ManualClock) async throws {
        do {
            try await copy(source, target)
            try await workOff(source, target, clock)
        } catch {
            throw TrialFailure(seed: seed, step: steps + 1, operation: "copying", underlying: error)
        }
    }

    private func copy(_ source: some Store, _ target: some Store) async throws {
        let before = try await StoreSession(source).snapshot()
        let cargo = try await cargo(of: source)
        let copy = StoreCopy(from: source, to: target, pageSize: 3)
        let report = try await copy.run(evenIfHeld: true)
        let found = try await self.cargo(of: target)
        try same(found.devices, as: cargo.devices, "device copied")
        try same(found.notifications, as: cargo.notifications, "notification copied")
        try same(found.keys, as: cargo.keys, "key copied")
        let deliveries = cargo.deliveries.count
        try require(report.devices.copied + report.devices.known, is: cargo.devices.count, "the devices reported")
        try require(report.deliveries.copied + report.deliveries.known, is: deliveries, "the deliveries reported")
        try require(report.keys.copied + report.keys.known, is: cargo.keys.count, "the keys reported")

        let copied = try await StoreSession(target).snapshot()
        try require(copied.deliveries.count, is: deliveries, "the deliveries in the target")
        let again = try await copy.run(evenIfHeld: true)
        let isRepeated = [again.devices, again.notifications, again.deliveries, again.keys].allSatisfy {
            $0.copied == 0
        }
        try require(isRepeated, "a second copy copies nothing")
        try require(await StoreSession(target).snapshot() == copied, "a second copy changes nothing")
        try require(await StoreSession(source).snapshot() == before, "copying changes nothing in the source")
    }

    /// Works both off from the same time on: what is claimed must be the same but for the tokens of leases.
    private func workOff(_ source: some Store, _ target: some Store, _ clock: ManualClock) async throws {
        let left = try await cargo(of: source)
        // Everything is due by then, and every lease has run out.
        clock.advance(by: .seconds(3600))
        var found: [DeliveryID: Claim] = [:]
        for channel in Set(left.notifications.flatMap { $0.messages.map(\.channel) }) {
            let expected = try await claims(of: source, on: channel)
            let claims = try await claims(of: target, on: channel)
            for (id, claim) in claims {
                let other = try require(expected[id], "what is claimed was left in the source")
                try require(claim, is: other, "a claim")
            }
            found.merge(claims) { first, _ in first }
        }
        try require(Set(found.keys), is: Set(left.deliveries), "what is carried out")
        clock.advance(by: .seconds(3600))
        try require(await target.statistics(), is: QueueStatistics(), "what is left in the target")
    }

    /// Claims and settles all there is, each delivery once.
    private func claims(of store: some Store, on channel: ChannelID) async throws -> [DeliveryID: Claim] {
        var all: [DeliveryID: Claim] = [:]
        while true {
            var claims = try await store.claim(upTo: 7, on: channel, for: .seconds(60))
            if claims.isEmpty { return all }
            _ = try await store.settle(claims.map { Settlement($0.lease, .sent(providerID: nil)) })
            for index in claims.indices {
                let id = claims[index].lease.delivery
                claims[index].lease = Lease(delivery: id, token: 0)
                try require(all.updateValue(claims[index], forKey: id) == nil, "nothing is carried out twice")
            }
        }
    }

    private func cargo(of store: some Store) async throws -> StoreCargo {
        StoreCargo(
            devices: try await store.devices(after: nil, limit: 100_000),
            notifications: try await store.unsettledNotifications(after: nil, limit: 100_000),
            keys: try await store.idempotencyKeys(after: nil, limit: 100_000).sorted { $0.key < $1.key }
        )
    }
}

/// What a copy of a store is to hold.
private struct StoreCargo {
    let devices: [Device]
    let notifications: [StoredNotification]
    let keys: [StoredKey]

    var deliveries: [DeliveryID] { notifications.flatMap { $0.messages.flatMap { $0.deliveries.map(\.id) } } }
}
