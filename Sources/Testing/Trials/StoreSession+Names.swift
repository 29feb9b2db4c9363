import FanfareCore
import FoundationEssentials

/// From the trial's names to the store's.
extension StoreSession {
    func real(_ id: DeviceID) -> DeviceID { devices[id] ?? id }

    func real(_ lease: Lease) -> Lease { leases[lease] ?? lease }

    func real(_ removal: RouteRemoval) -> RouteRemoval {
        RouteRemoval(
            device: real(removal.device),
            token: removal.token,
            condition: removal.condition,
            reason: removal.reason
        )
    }

    func real(_ settlement: Settlement) -> Settlement {
        var settlement = settlement
        settlement.lease = real(settlement.lease)
        settlement.removal = settlement.removal.map(real)
        settlement.learned = settlement.learned.map { learned in
            LearnedEnvironment(
                device: real(learned.device),
                token: learned.token,
                environment: learned.environment
            )
        }
        return settlement
    }

    func real(_ delivery: PreparedDelivery) -> PreparedDelivery {
        var route = delivery.route
        route.device = route.device.map(real)
        return PreparedDelivery(id: delivery.id, route: route)
    }

    func real(_ submission: Submission) -> Submission {
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

/// From the store's names to the trial's.
extension StoreSession {
    func named(_ id: DeviceID) -> DeviceID { deviceNames[id] ?? id }

    mutating func named(_ registered: RegisteredDevice) -> RegisteredDevice {
        if deviceNames[registered.id] == nil {
            let name = DeviceID(number: deviceNames.count + 1)
            deviceNames[registered.id] = name
            devices[name] = registered.id
        }
        return RegisteredDevice(id: named(registered.id), changed: registered.changed)
    }

    func named(_ result: EnqueueResult) -> EnqueueResult {
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

    mutating func named(_ claim: Claim) throws(ContractViolation) -> Claim {
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

    func named(_ delivery: Delivery) -> Delivery {
        var delivery = delivery
        delivery.device = delivery.device.map(named)
        return delivery
    }

    func named(_ device: Device) -> Device {
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
