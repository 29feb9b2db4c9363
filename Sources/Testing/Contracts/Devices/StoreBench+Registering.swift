import FanfareCore

extension StoreBench {
    /// A registration that says something about every field.
    private func fullRegistration() throws -> DeviceRegistration {
        DeviceRegistration(
            try DeviceToken("AA01", platform: .apns),
            platform: .apns,
            appID: "app",
            user: .set(user),
            environment: .set(.production),
            deviceKey: .set("key"),
            authorized: .set(true),
            locale: .set("tr-TR"),
            timeZone: .set("Europe/Istanbul"),
            model: .set("iPhone17,2"),
            osVersion: .set("26.1"),
            appVersion: .set("1.0 (7) ü")
        )
    }

    private func fullDevice(_ id: DeviceID, created: Timestamp) -> Device {
        Device(
            id: id,
            platform: .apns,
            appID: "app",
            token: "aa01",
            environment: .production,
            deviceKey: "key",
            user: user,
            authorized: true,
            locale: "tr-TR",
            timeZone: "Europe/Istanbul",
            model: "iPhone17,2",
            osVersion: "26.1",
            appVersion: "1.0 (7) ü",
            registeredAt: now,
            createdAt: created
        )
    }

    func registersDevices() async throws {
        let full = try await register(fullRegistration())
        try require(full.changed, "a new device is a change")
        try require(await device(full.id), is: fullDevice(full.id, created: now), "the device")
        let bare = try await register(registration("opaque:Token", of: .keep, platform: .fcm))
        try require(bare.changed, "a new device is a change")
        let expected = Device(id: bare.id, platform: .fcm, token: "opaque:Token", registeredAt: now, createdAt: now)
        try require(await device(bare.id), is: expected, "the device of which nothing is known")
        try require(await store.device(ids.next()), is: nil, "a device that does not exist")
    }

    func resyncChangesNothing() async throws {
        let created = now
        let first = try await register(fullRegistration())
        clock.advance(by: .seconds(86_400))
        let again = try await register(fullRegistration())
        try require(again, is: RegisteredDevice(id: first.id, changed: false), "registering again")
        try require(await device(first.id), is: fullDevice(first.id, created: created), "the device")
        try require(await allDevices().count, is: 1, "the number of devices")
    }

    func tellsChanges() async throws {
        let first = try await register(registration())
        let changes: [(inout DeviceRegistration) -> Void] = [
            { $0.user = .set("eve") },
            { $0.environment = .set(.sandbox) },
            { $0.deviceKey = .set("key") },
            { $0.authorized = .set(false) },
            { $0.locale = .set("de") },
            { $0.timeZone = .set("UTC") },
            { $0.model = .set("model") },
            { $0.osVersion = .set("1") },
            { $0.appVersion = .set("2") },
        ]
        for (number, change) in changes.enumerated() {
            clock.advance(by: .seconds(1))
            var registration = try registration(of: .keep)
            change(&registration)
            let changed = RegisteredDevice(id: first.id, changed: true)
            try require(await register(registration), is: changed, "change \(number)")
            let unchanged = RegisteredDevice(id: first.id, changed: false)
            try require(await register(registration), is: unchanged, "change \(number), made again")
            try require(await device(first.id).registeredAt, is: now, "the registration time")
        }
    }

    func updatesFields() async throws {
        let created = now
        let id = try await register(fullRegistration()).id
        clock.advance(by: .seconds(1))
        var update = DeviceRegistration(try DeviceToken("aa01", platform: .apns), platform: .apns, appID: "app")
        try await register(update)
        var expected = fullDevice(id, created: created)
        try require(await device(id), is: expected, "the device after a registration that mentions nothing")

        update.locale = .clear
        update.authorized = .clear
        update.model = .set("iPad16,3")
        update.deviceKey = .clear
        try await register(update)
        expected.locale = nil
        expected.authorized = nil
        expected.model = "iPad16,3"
        expected.deviceKey = nil
        try require(await device(id), is: expected, "the device after clearing and setting")

        update.environment = .clear
        update.timeZone = .clear
        update.model = .clear
        update.osVersion = .clear
        update.appVersion = .clear
        update.user = .clear
        try await register(update)
        let bare = Device(id: id, platform: .apns, appID: "app", token: "aa01", registeredAt: now, createdAt: created)
        try require(await device(id), is: bare, "the device after clearing everything")
    }

    func registersInOrder() async throws {
        var first = try registration("aa01", of: .set("ada"))
        first.locale = .set("tr")
        let results = try await store.register([
            first,
            registration("bb02", of: .set("bob")),
            registration("aa01", of: .set("eve")),
            registration("aa01", of: .set("eve")),
        ])
        try require(results.map(\.changed), is: [true, true, true, false], "what changed, in order")
        let ids = results.map(\.id)
        try require(ids[0] == ids[2] && ids[2] == ids[3] && ids[0] != ids[1], "one token is one device")
        let device = try await device(ids[0])
        try require(device.user, is: "eve", "the user, by the last registration")
        try require(device.locale, is: "tr", "the locale, which only the first mentioned")
        try require(await allDevices().count, is: 2, "the number of devices")
        try require(await store.register([]), is: [], "registering nothing")
    }

    /// The failure api-01: an app posts its token twice within milliseconds. A store that other processes share must
    /// be tested from several processes too.
    func registersAtOnce() async throws {
        let results = try await withThrowingTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    var registration = try self.registration("aa01", of: .set(RecipientID("user \(number)")))
                    // No update may be lost: half of them say one thing, half of them another.
                    if number.isMultiple(of: 2) {
                        registration.locale = .set("tr")
                    } else {
                        registration.model = .set("m")
                    }
                    return try await self.register(registration)
                }
            }
            return try await group.reduce(into: [RegisteredDevice]()) { $0.append($1) }
        }
        try require(Set(results.map(\.id)).count, is: 1, "the number of devices answered")
        let devices = try await allDevices()
        try require(devices.count, is: 1, "the number of devices stored")
        try require(devices.first?.locale, is: "tr", "what half of the registrations said")
        try require(devices.first?.model, is: "m", "what the other half said")
    }
}
