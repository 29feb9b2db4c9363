import FanfareCore

/// Restoring devices.
extension StoreBench {
    /// A device of another store, with something in every field.
    private func foreignDevice(_ token: String, key: String? = nil) -> Device {
        Device(
            id: ids.next(),
            platform: .apns,
            appID: "shop",
            token: token,
            environment: .sandbox,
            deviceKey: key,
            user: user,
            authorized: false,
            locale: "tr-TR",
            timeZone: "Europe/Istanbul",
            model: "iPhone17,2",
            osVersion: "26.1",
            appVersion: "3",
            registeredAt: now.advanced(by: .seconds(-50)),
            createdAt: now.advanced(by: .microseconds(-99_000_001))
        )
    }

    func restoresDevices() async throws {
        var aside = foreignDevice("aa01")
        aside.invalidatedAt = now.advanced(by: .microseconds(-1))
        aside.invalidReason = "unregistered"
        let keyed = foreignDevice("aa02", key: "key")
        let bare = Device(id: ids.next(), platform: "other", token: "t", registeredAt: now, createdAt: now)
        let devices = [bare, keyed, aside]
        for isNew in [true, false] {
            let restored = try await store.restore(devices: devices)
            try require(restored, is: devices.map { RestoredDevice(id: $0.id, isNew: isNew) }, "what was restored")
            // A device describes itself in few words, so that each has to be compared by itself.
            try require(await allDevices() == devices.sorted { $0.id > $1.id }, "devices are as they were elsewhere")
        }
        try require(await store.devices(of: [user]).map(\.id), is: [aside.id, keyed.id], "the user's devices")
        let again = try await register(registration("aa09", key: .set("key"), appID: "shop"))
        try require(again.id, is: keyed.id, "a new token for a restored device key")
    }

    func keepsKnownDevices() async throws {
        let byID = foreignDevice("aa01")
        _ = try await store.restore(devices: [byID])
        let byToken = try await device(register(registration("aa02", of: .set("bob"), appID: "shop")).id)
        let byKey = try await device(register(registration("aa03", key: .set("key"), appID: "shop")).id)
        var same = byID
        same.token = "aa0f"
        same.user = nil
        let devices = [
            same, foreignDevice("aa02"), foreignDevice("aa0e", key: "key"),
            // The installation's own id outlives its tokens.
            foreignDevice("aa02", key: "key"), foreignDevice("aa03", key: "other key"),
        ]
        let restored = try await store.restore(devices: devices)
        let known = [byID.id, byToken.id, byKey.id, byKey.id, byKey.id]
        try require(restored, is: known.map { RestoredDevice(id: $0, isNew: false) }, "what stands for the devices")
        let all = [byID, byToken, byKey].sorted { $0.id > $1.id }
        try require(await allDevices() == all, "known devices stay as they are")
    }

    func keepsOtherApps() async throws {
        try await register(registration("aa01", key: .set("key"), appID: "shop"))
        var (app, platform) = (foreignDevice("aa01", key: "key"), foreignDevice("aa01", key: "key"))
        app.appID = ""
        platform.platform = "other"
        let restored = try await store.restore(devices: [app, platform])
        let expected = [app, platform].map { RestoredDevice(id: $0.id, isNew: true) }
        try require(restored, is: expected, "what was restored")
        try require(await [device(app.id), device(platform.id)] == [app, platform], "both are there")
    }
}
