public import FanfareCore

extension MemoryStore {
    /// Registers devices in the given order.
    public func register(_ registrations: [DeviceRegistration]) -> [RegisteredDevice] {
        registrations.map(register)
    }

    private func register(_ registration: DeviceRegistration) -> RegisteredDevice {
        let sameApp = devices.values.filter { $0.platform == registration.platform && $0.appID == registration.appID }
        let byToken = sameApp.first { $0.token == registration.token.text }
        var byKey: Device?
        if case .set(let key) = registration.deviceKey { byKey = sameApp.first { $0.deviceKey == key } }
        // The installation's own id outlives its tokens, so its record is the one that stays.
        if let byKey, let byToken, byKey.id != byToken.id { devices[byToken.id] = nil }
        let current = byKey ?? byToken
        let device = registration.applied(to: current, id: identifiers.next(), at: clock.now)
        devices[device.id] = device
        return RegisteredDevice(id: device.id, changed: device.differs(from: current))
    }

    /// The device of this id.
    public func device(_ id: DeviceID) -> Device? { devices[id] }

    /// The devices of these users.
    public func devices(of users: [RecipientID]) -> [Device] {
        let users = Set(users)
        return devices.values.filter { $0.user.map(users.contains) ?? false }.sorted { $0.id < $1.id }
    }

    /// A page of all devices.
    public func devices(after cursor: DeviceID?, limit: Int) -> [Device] {
        let older = devices.values.filter { device in cursor.map { device.id < $0 } ?? true }
        return Array(older.sorted { $0.id > $1.id }.prefix(limit))
    }

    /// Deletes a device.
    public func removeDevice(_ id: DeviceID, ownedBy owner: RecipientID?) -> Bool {
        guard let device = devices[id], owner == nil || device.user == owner else { return false }
        devices[id] = nil
        return true
    }

    /// Sets devices aside.
    public func setAside(_ removals: [RouteRemoval]) -> [Bool] { removals.map(setAside) }

    func setAside(_ removal: RouteRemoval) -> Bool {
        guard let device = devices[removal.device], removal.applies(to: device) else { return false }
        devices[removal.device]?.invalidatedAt = clock.now
        devices[removal.device]?.invalidReason = removal.reason
        return true
    }
}
