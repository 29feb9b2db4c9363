import FanfareCore
import FanfareMemory

extension BrokenStore {
    func heldDeliveries() async -> Int { await store.heldDeliveries() }

    func unsettledNotifications(after cursor: NotificationID?, limit: Int) async -> [StoredNotification] {
        await store.unsettledNotifications(after: cursor, limit: limit).map { notification in
            changed(notification) { delivery in
                if breach == .uncertainty { delivery.uncertainAttempts = 0 }
                // Of a direct address, what people are shown is all that is left.
                if breach == .transfer, case .direct(let route) = delivery.destination {
                    delivery.destination = .direct(Route(channel: route.channel, address: "\(route)"))
                }
            }
        }
    }

    func idempotencyKeys(after cursor: String?, limit: Int) async -> [StoredKey] {
        breach == .oblivion ? [] : await store.idempotencyKeys(after: cursor, limit: limit)
    }

    func restore(devices: [Device]) async -> [RestoredDevice] {
        let restored = await store.restore(devices: devices)
        guard breach == .stealing else { return restored }
        for (device, restored) in zip(devices, restored) where !restored.isNew {
            _ = await store.removeDevice(restored.id, ownedBy: nil)
            _ = await store.restore(devices: [device])
        }
        return devices.map { RestoredDevice(id: $0.id, isNew: true) }
    }

    func restore(notifications: [StoredNotification]) async throws -> [Bool] {
        try await store.restore(
            notifications: notifications.map { notification in
                changed(notification) { delivery in
                    // As if it were stored now for the first time.
                    if breach == .newness { (delivery.attempts, delivery.scheduled) = (0, delivery.due) }
                }
            }
        )
    }

    func restore(keys: [StoredKey]) async -> [Bool] { await store.restore(keys: keys) }
    func events(after cursor: EventID?, limit: Int) async throws -> [StoredEvent] {
        await store.events(after: cursor, limit: limit)
    }
    func restore(events: [StoredEvent]) async throws -> [Bool] { await store.restore(events: events) }

    private func changed(
        _ notification: StoredNotification,
        _ change: (inout StoredDelivery) -> Void
    ) -> StoredNotification {
        var notification = notification
        for message in notification.messages.indices {
            for delivery in notification.messages[message].deliveries.indices {
                change(&notification.messages[message].deliveries[delivery])
            }
        }
        return notification
    }
}
