import FanfareCore

/// A store under trial: carries operations out, and translates between the store's names and the trial's.
///
/// Stores make the ids of devices and the tokens of leases themselves. In a trial both are numbered in the order in
/// which the store makes them, so that the answers of two stores can be compared as they are.
struct StoreSession<Backend: Store> {
    let store: Backend
    var deviceNames: [DeviceID: DeviceID] = [:]
    var devices: [DeviceID: DeviceID] = [:]
    var leases: [Lease: Lease] = [:]
    var leaseNames: [Lease: Lease] = [:]
    var lastTokens: [DeliveryID: Int64] = [:]

    init(_ store: Backend) { self.store = store }

    /// Carries an operation out.
    ///
    /// - Throws: The store's error, or ``ContractViolation`` if fencing tokens do not grow.
    mutating func perform(_ operation: StoreOperation) async throws -> StoreAnswer {
        switch operation {
        case .register(let registrations):
            return .registered(try await store.register(registrations).map { named($0) })
        case .removeDevice(let id, let owner):
            return .applied([try await store.removeDevice(real(id), ownedBy: owner)])
        case .setAside(let removals):
            return .applied(try await store.setAside(removals.map(real)))
        case .enqueue(let submission):
            return .enqueued(named(try await store.enqueue(real(submission))))
        case .claim(let limit, let channel, let lease):
            var claims: [Claim] = []
            for claim in try await store.claim(upTo: limit, on: channel, for: lease) { claims.append(try named(claim)) }
            return .claimed(claims)
        case .settle(let settlements):
            return .settled(try await store.settle(settlements.map(real)))
        case .renew(let leases, let duration):
            return .renewed(Set(try await store.renew(leases.map(real), for: duration).map { leaseNames[$0] ?? $0 }))
        case .release(let leases):
            try await store.release(leases.map(real))
            return .nothing
        case .cancel(let notification):
            return .cancelled(try await store.cancel(notification))
        case .retry(let delivery):
            let result = try await store.retry(delivery)
            if case .queued(let delivery) = result { return .retried(.queued(named(delivery))) }
            return .retried(result)
        case .hasten(let channel, let reason):
            return .hastened(try await store.hasten(channel, waitingFor: reason))
        case .lookUp(let notification):
            var record = try await store.notification(notification)
            let deliveries = record?.deliveries.map(named) ?? []
            record?.deliveries = deliveries
            return .found(record)
        case .prune(let age):
            // How much a step deletes is the store's own business; that it ends is not.
            for _ in 0..<10_000 where try await store.prune(settledFor: age, limit: 5) == 0 { return .nothing }
            throw ContractViolation("pruning does not come to an end", file: #fileID, line: #line)
        case .advance:
            return .nothing
        }
    }

    /// All that can be seen of the store, read in pages.
    func snapshot() async throws -> StoreSnapshot {
        let deliveries = try await all { cursor, limit in
            try await store.deliveries(matching: DeliveryFilter(), after: cursor, limit: limit)
        }
        let devices = try await all { cursor, limit in try await store.devices(after: cursor, limit: limit) }
        return StoreSnapshot(
            deliveries: deliveries.map(named),
            devices: devices.map(named),
            statistics: try await store.statistics()
        )
    }

    private func all<Element: Identifiable>(
        _ page: (_ cursor: Element.ID?, _ limit: Int) async throws -> [Element]
    ) async throws -> [Element] {
        let limit = 100
        var all: [Element] = []
        while true {
            let next = try await page(all.last?.id, limit)
            try require(next.allSatisfy { $0.id != all.last?.id }, "a page begins after its cursor")
            all += next
            if next.count < limit { return all }
        }
    }
}
