/// Copies what a host needs to go on from one store to another: all devices, the deliveries that have not ended, the
/// idempotency keys that are still remembered, and the events that wait or are set aside.
///
/// What has ended stays behind: settled deliveries, the notifications that have no others, and the records of single
/// attempts. The source is only read. Nothing may work on it meanwhile or afterwards, because what both stores hold both
/// would have sent; into an empty store, a copy that broke off is completed by making it again.
///
/// A device that the target knows already stays as the target has it. Where the target knows it under another id, by
/// its device key or its token, the deliveries follow it there, as they do when a token is registered anew, and whether
/// it still belongs to their recipient is decided when they are claimed.
public struct StoreCopy: Sendable {
    private let source: any Store
    private let target: any Store
    private let pageSize: Int

    /// Describes a copy; ``run(evenIfHeld:progress:)`` makes it.
    ///
    /// - Parameters:
    ///   - source: The store to read.
    ///   - target: The store to write. Workers may be busy on it.
    ///   - pageSize: How many records are read, and written in one transaction.
    public init(from source: any Store, to target: any Store, pageSize: Int = 500) {
        self.source = source
        self.target = target
        self.pageSize = max(1, pageSize)
    }

    /// Makes the copy.
    ///
    /// - Parameters:
    ///   - evenIfHeld: Whether to copy what workers hold as if their leases had run out: right only if they are dead.
    ///   - progress: Told the state of things after each page; what it throws stops the copy.
    /// - Throws: ``StoreInUse``, or the error of a store; what was copied until then stays copied.
    @discardableResult
    public func run(
        evenIfHeld: Bool = false,
        progress: (StoreCopyReport) async throws -> Void = { _ in }
    ) async throws -> StoreCopyReport {
        if !evenIfHeld { try await requireRest(isCopied: false) }
        var report = StoreCopyReport()
        // The devices come first: a worker on the target that finds a delivery must find its device.
        let moved = try await copyDevices(&report, progress)
        try await copyNotifications(&report, moved, progress)
        try await copyKeys(&report, progress)
        // After the keys: an event with a key that is remembered must meet it.
        try await copyEvents(&report, progress)
        if !evenIfHeld { try await requireRest(isCopied: true) }
        return report
    }

    private func requireRest(isCopied: Bool) async throws {
        let held = try await source.heldDeliveries()
        guard held == 0 else { throw StoreInUse(held: held, isCopied: isCopied) }
    }

    /// - Returns: The devices that the target knows under other ids.
    private func copyDevices(
        _ report: inout StoreCopyReport,
        _ progress: (StoreCopyReport) async throws -> Void
    ) async throws -> [DeviceID: DeviceID] {
        var moved: [DeviceID: DeviceID] = [:]
        var cursor: DeviceID?
        while true {
            let page = try await source.devices(after: cursor, limit: pageSize)
            guard let last = page.last else { return moved }
            for (device, restored) in zip(page, try await target.restore(devices: page)) {
                report.devices.add(isNew: restored.isNew)
                if restored.id != device.id { moved[device.id] = restored.id }
            }
            cursor = last.id
            try await progress(report)
        }
    }

    private func copyNotifications(
        _ report: inout StoreCopyReport,
        _ moved: [DeviceID: DeviceID],
        _ progress: (StoreCopyReport) async throws -> Void
    ) async throws {
        var cursor: NotificationID?
        while true {
            var page = try await source.unsettledNotifications(after: cursor, limit: pageSize)
            guard let last = page.last else { return }
            if !moved.isEmpty { for index in page.indices { page[index].follow(moved) } }
            for (notification, isNew) in zip(page, try await target.restore(notifications: page)) {
                report.notifications.add(isNew: isNew)
                report.deliveries.add(notification.messages.map(\.deliveries.count).reduce(0, +), isNew: isNew)
            }
            cursor = last.id
            try await progress(report)
        }
    }

    private func copyKeys(
        _ report: inout StoreCopyReport,
        _ progress: (StoreCopyReport) async throws -> Void
    ) async throws {
        var cursor: String?
        while true {
            let page = try await source.idempotencyKeys(after: cursor, limit: pageSize)
            guard let last = page.last else { return }
            for isNew in try await target.restore(keys: page) { report.keys.add(isNew: isNew) }
            cursor = last.key
            try await progress(report)
        }
    }

    private func copyEvents(
        _ report: inout StoreCopyReport,
        _ progress: (StoreCopyReport) async throws -> Void
    ) async throws {
        var cursor: EventID?
        while true {
            let page = try await source.events(after: cursor, limit: pageSize)
            guard let last = page.last else { return }
            for isNew in try await target.restore(events: page.map(\.withKey)) { report.events.add(isNew: isNew) }
            cursor = last.id
            try await progress(report)
        }
    }
}

extension StoredEvent {
    /// The event with an idempotency key, the same each time it is copied: a second copy of an event that has become a
    /// notification meanwhile ends as a repeat.
    fileprivate var withKey: StoredEvent {
        if draft.idempotencyKey != nil { return self }
        var event = self
        let name = "\(id) \(created.microsecondsSinceEpoch) \(draft.type.rawValue) \(draft.user.rawValue) "
        event.draft = EventDraft(
            type: draft.type,
            user: draft.user,
            payload: draft.payload,
            idempotencyKey: "moved-event-" + Fingerprint(of: Array(name.utf8) + draft.payload.json).rawValue
        )
        return event
    }
}

extension StoredNotification {
    /// Sends the deliveries to the devices that stand for theirs.
    fileprivate mutating func follow(_ moved: [DeviceID: DeviceID]) {
        for message in messages.indices {
            for delivery in messages[message].deliveries.indices {
                guard case .device(let device) = messages[message].deliveries[delivery].destination,
                    let other = moved[device]
                else { continue }
                messages[message].deliveries[delivery].destination = .device(other)
            }
        }
    }
}
