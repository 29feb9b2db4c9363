public import FanfareCore

extension MemoryStore {
    /// Registers devices in the given order.
    public func register(_ registrations: [DeviceRegistration]) -> [RegisteredDevice] {
        registrations.map(register)
    }

    private func register(_ registration: DeviceRegistration) -> RegisteredDevice {
        let (platform, appID) = (registration.platform, registration.appID)
        let byToken = devices.with(token: registration.token.text, on: platform, appID: appID)
        var byKey: Device?
        if case .set(let key) = registration.deviceKey {
            byKey = devices.with(deviceKey: key, on: platform, appID: appID)
        }
        // The installation's own id outlives its tokens, so its record is the one that stays.
        if let byKey, let byToken, byKey.id != byToken.id { devices.remove(byToken.id) }
        let current = byKey ?? byToken
        let device = registration.applied(to: current, id: identifiers.next(), at: clock.now)
        devices.save(device)
        return RegisteredDevice(id: device.id, changed: device.differs(from: current))
    }

    /// The device of this id.
    public func device(_ id: DeviceID) -> Device? { devices[id] }

    /// The devices of these users.
    public func devices(of users: [RecipientID]) -> [Device] {
        Set(users).flatMap { devices.owned(by: $0) }.sorted { $0.id < $1.id }
    }

    /// A page of all devices.
    public func devices(after cursor: DeviceID?, limit: Int) -> [Device] {
        let older = devices.all.filter { device in cursor.map { device.id < $0 } ?? true }
        return Array(older.sorted { $0.id > $1.id }.prefix(limit))
    }

    /// Deletes a device.
    public func removeDevice(_ id: DeviceID, ownedBy owner: RecipientID?) -> Bool {
        guard let device = devices[id], owner == nil || device.user == owner else { return false }
        devices.remove(id)
        return true
    }

    /// Sets devices aside.
    public func setAside(_ removals: [RouteRemoval]) -> [Bool] { removals.map(setAside) }

    func remember(_ learned: LearnedEnvironment) {
        guard var device = devices[learned.device], learned.applies(to: device) else { return }
        device.environment = learned.environment
        devices.save(device)
    }

    func setAside(_ removal: RouteRemoval) -> Bool {
        guard var device = devices[removal.device], removal.applies(to: device) else { return false }
        device.invalidatedAt = clock.now
        device.invalidReason = removal.reason
        devices.save(device)
        return true
    }
}
