import FanfareCore
import FoundationEssentials

/// A store under trial: carries operations out, and translates between the store's names and the trial's.
///
/// Stores make the ids of devices and the tokens of leases themselves. In a trial both are numbered in the order in
/// which the store makes them, so that the answers of two stores can be compared as they are.
struct StoreSession<Backend: Store> {
    let store: Backend
    private var deviceNames: [DeviceID: DeviceID] = [:]
    private var devices: [DeviceID: DeviceID] = [:]
    private var leases: [Lease: Lease] = [:]
    private var leaseNames: [Lease: Lease] = [:]
    private var lastTokens: [DeliveryID: Int64] = [:]

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
        var all: [Element] = []
        while true {
            let next = try await page(all.last?.id, 250)
            if next.isEmpty { return all }
            try require(next.allSatisfy { $0.id != all.last?.id }, "a page begins after its cursor")
            all += next
        }
    }
}

// MARK: From the trial's names to the store's

extension StoreSession {
    private func real(_ id: DeviceID) -> DeviceID { devices[id] ?? id }

    private func real(_ lease: Lease) -> Lease { leases[lease] ?? lease }

    private func real(_ removal: RouteRemoval) -> RouteRemoval {
        RouteRemoval(
            device: real(removal.device),
            token: removal.token,
            condition: removal.condition,
            reason: removal.reason
        )
    }

    private func real(_ settlement: Settlement) -> Settlement {
        var settlement = settlement
        settlement.lease = real(settlement.lease)
        settlement.removal = settlement.removal.map(real)
        return settlement
    }

    private func real(_ delivery: PreparedDelivery) -> PreparedDelivery {
        var route = delivery.route
        route.device = route.device.map(real)
        return PreparedDelivery(id: delivery.id, route: route)
    }

    private func real(_ submission: Submission) -> Submission {
        let notifications = submission.notifications.map { notification in
            PreparedNotification(
                id: notification.id,
                type: notification.type,
                category: notification.category,
                recipient: notification.recipient,
                options: notification.options,
                messages: notification.messages.map { message in
                    PreparedMessage(
                        id: message.id,
                        channel: message.channel,
                        payload: message.payload,
                        maxAttempts: message.maxAttempts,
                        deliveries: message.deliveries.map(real)
                    )
                }
            )
        }
        return Submission(notifications, idempotency: submission.idempotency)
    }
}

// MARK: From the store's names to the trial's

extension StoreSession {
    private func named(_ id: DeviceID) -> DeviceID { deviceNames[id] ?? id }

    private mutating func named(_ registered: RegisteredDevice) -> RegisteredDevice {
        if deviceNames[registered.id] == nil {
            let name = DeviceID(number: deviceNames.count + 1)
            deviceNames[registered.id] = name
            devices[name] = registered.id
        }
        return RegisteredDevice(id: named(registered.id), changed: registered.changed)
    }

    private func named(_ result: EnqueueResult) -> EnqueueResult {
        guard case .duplicate(let receipts) = result else { return result }
        return .duplicate(
            receipts.map { receipt in
                Receipt(
                    id: receipt.id,
                    recipient: receipt.recipient,
                    deliveries: receipt.deliveries.map {
                        .init(id: $0.id, channel: $0.channel, device: $0.device.map(named), state: $0.state)
                    },
                    skipped: receipt.skipped
                )
            }
        )
    }

    private mutating func named(_ claim: Claim) throws(ContractViolation) -> Claim {
        let lease = claim.lease
        if let last = lastTokens[lease.delivery] { try require(lease.token > last, "fencing tokens grow") }
        lastTokens[lease.delivery] = lease.token
        let name = Lease(delivery: lease.delivery, token: Int64(leases.count + 1))
        leases[name] = lease
        leaseNames[lease] = name
        var claim = claim
        claim.lease = name
        if case .open(var route, let registeredAt) = claim.route {
            route.device = route.device.map(named)
            claim.route = .open(route, registeredAt: registeredAt)
        }
        return claim
    }

    private func named(_ delivery: Delivery) -> Delivery {
        var delivery = delivery
        delivery.device = delivery.device.map(named)
        return delivery
    }

    private func named(_ device: Device) -> Device {
        var device = device
        device.id = named(device.id)
        return device
    }
}

extension DeviceID {
    /// The trial's name for the device a store made as its `number`th.
    fileprivate init(number: Int) {
        func byte(_ shift: Int) -> UInt8 { UInt8(truncatingIfNeeded: number >> shift) }
        self.init(
            rawValue: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte(24), byte(16), byte(8), byte(0)))
        )
    }
}
