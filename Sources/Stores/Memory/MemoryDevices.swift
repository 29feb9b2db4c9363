import FanfareCore

/// Devices by id, with the indexes that registering and looking up need.
struct MemoryDevices {
    /// What names an installation within one app on one platform: its token, or its own persistent id.
    private struct Name: Hashable {
        let platform: Platform
        let appID: String
        let text: String
    }

    private var devices: [DeviceID: Device] = [:]
    private var tokens: [Name: DeviceID] = [:]
    private var keys: [Name: DeviceID] = [:]
    private var owned: [RecipientID: Set<DeviceID>] = [:]

    subscript(id: DeviceID) -> Device? { devices[id] }

    var all: some Collection<Device> { devices.values }

    func owned(by user: RecipientID) -> [Device] { (owned[user] ?? []).compactMap { devices[$0] } }

    func with(token: String, on platform: Platform, appID: String) -> Device? {
        tokens[Name(platform: platform, appID: appID, text: token)].flatMap { devices[$0] }
    }

    func with(deviceKey: String, on platform: Platform, appID: String) -> Device? {
        keys[Name(platform: platform, appID: appID, text: deviceKey)].flatMap { devices[$0] }
    }

    mutating func save(_ device: Device) {
        remove(device.id)
        devices[device.id] = device
        tokens[name(device, device.token)] = device.id
        if let key = device.deviceKey { keys[name(device, key)] = device.id }
        if let user = device.user { owned[user, default: []].insert(device.id) }
    }

    mutating func remove(_ id: DeviceID) {
        guard let device = devices.removeValue(forKey: id) else { return }
        tokens[name(device, device.token)] = nil
        if let key = device.deviceKey { keys[name(device, key)] = nil }
        if let user = device.user { owned[user]?.remove(id) }
    }

    private func name(_ device: Device, _ text: String) -> Name {
        Name(platform: device.platform, appID: device.appID, text: text)
    }
}
