import FanfareCore

extension StoreBench {
    func movesBetweenUsers() async throws {
        let id = try await register(registration(of: .set("ada"))).id
        clock.advance(by: .seconds(1))
        let moved = try await register(registration(of: .set("eve")))
        try require(moved, is: RegisteredDevice(id: id, changed: true), "registering for another user")
        try require(await store.devices(of: ["ada"]), is: [], "the first user's devices")
        try require(await store.devices(of: ["eve"]).map(\.id), is: [id], "the second user's devices")
    }

    func signsOut() async throws {
        let id = try await register(registration()).id
        let out = try await register(registration(of: .clear))
        try require(out, is: RegisteredDevice(id: id, changed: true), "signing out")
        try require(await device(id).user, is: nil, "the user")
        try require(await store.devices(of: [user]), is: [], "the user's devices")
        try require(await allDevices().map(\.id), is: [id], "all devices")
    }

    func replacesTokens() async throws {
        let created = now
        let id = try await register(registration("aa01", key: .set("key"))).id
        clock.advance(by: .seconds(1))
        let renewed = try await register(registration("aa02", of: .keep, key: .set("key")))
        try require(renewed, is: RegisteredDevice(id: id, changed: true), "registering a new token")
        let device = try await device(id)
        try require(device.token, is: "aa02", "the token")
        try require(device.user, is: user, "the user")
        try require(device.createdAt, is: created, "when it was first registered")
        try require(device.registeredAt, is: now, "when it was last registered")
        try require(await allDevices().count, is: 1, "the number of devices")
        // The old token is nobody's now: it would make a device of its own.
        let old = try await register(registration("aa01"))
        try require(old.changed && old.id != id, "the old token is free")
    }

    func forgetsOldEnvironments() async throws {
        var first = try registration("aa01", key: .set("key"))
        first.environment = .set(.sandbox)
        let id = try await register(first).id
        try await register(registration("aa01", key: .set("key")))
        try require(await device(id).environment, is: .sandbox, "the environment of the same token")
        try await register(registration("aa02", key: .set("key")))
        try require(await device(id).environment, is: nil, "the environment of a new token")
    }

    func mergesDevices() async throws {
        let byKey = try await register(registration("aa01", of: .set("ada"), key: .set("key"))).id
        let byToken = try await register(registration("aa02", of: .set("eve"))).id
        try require(byKey != byToken, "two tokens are two devices")
        let merged = try await register(registration("aa02", of: .keep, key: .set("key")))
        try require(merged, is: RegisteredDevice(id: byKey, changed: true), "registering the key with the other token")
        let devices = try await allDevices()
        try require(devices.map(\.id), is: [byKey], "the devices left")
        try require(devices.first?.token, is: "aa02", "the token")
        try require(devices.first?.user, is: "ada", "the user")
        try require(await store.device(byToken), is: nil, "the device that held the token")
    }

    func keepsAppsApart() async throws {
        let first = try await register(registration("aa01", key: .set("key"), platform: .fcm)).id
        let app = try await register(registration("aa01", key: .set("key"), platform: .fcm, appID: "other"))
        let platform = try await register(registration("aa01", key: .set("key"), platform: "other"))
        try require(app.changed && platform.changed, "they are new devices")
        try require(Set([first, app.id, platform.id]).count, is: 3, "the number of devices answered")
        try require(await allDevices().count, is: 3, "the number of devices stored")
        try await register(registration("aa02", key: .set("key"), platform: .fcm, appID: "other"))
        try require(await device(first).token, is: "aa01", "the token of the first app")
        try require(await device(app.id).token, is: "aa02", "the token of the other app")
    }
}
