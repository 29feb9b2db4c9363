import FanfareCore

extension StoreBench {
    private func removal(_ device: Device, token: String? = nil, if condition: RouteRemoval.Guard) -> RouteRemoval {
        RouteRemoval(
            device: device.id,
            token: token ?? device.token,
            condition: condition,
            reason: "unregistered"
        )
    }

    func setsAside() async throws {
        let first = try await device(register(registration("aa01")).id)
        let second = try await device(register(registration("aa02")).id)
        let unknown = Device(id: ids.next(), platform: .apns, token: "aa03", registeredAt: now, createdAt: now)
        clock.advance(by: .seconds(5))
        let applied = try await store.setAside([
            removal(unknown, if: .registeredBefore(now)),
            removal(first, if: .registeredBefore(now)),
            removal(first, if: .registeredBefore(now)),
            removal(second, if: .registeredAt(second.registeredAt)),
        ])
        try require(applied, is: [false, true, false, true], "what was set aside, in order")
        for var device in [first, second] {
            device.invalidatedAt = now
            device.invalidReason = "unregistered"
            try require(await self.device(device.id), is: device, "a device that was set aside")
        }
    }

    func sparesLivingDevices() async throws {
        let device = try await device(register(registration()).id)
        clock.advance(by: .seconds(5))
        try await register(registration())
        let renewed = try await self.device(device.id)
        let applied = try await store.setAside([
            removal(device, if: .registeredBefore(now)),
            removal(device, if: .registeredBefore(device.registeredAt)),
            removal(device, if: .registeredAt(device.registeredAt)),
            removal(device, token: "aa02", if: .registeredAt(now)),
        ])
        try require(applied, is: [false, false, false, false], "what was set aside, in order")
        try require(await self.device(device.id), is: renewed, "the device")
    }

    func registeringRevives() async throws {
        let device = try await device(register(registration()).id)
        _ = try await store.setAside([removal(device, if: .registeredAt(now))])
        clock.advance(by: .seconds(1))
        let revived = try await register(registration())
        try require(revived, is: RegisteredDevice(id: device.id, changed: true), "registering again")
        var expected = device
        expected.registeredAt = now
        try require(await self.device(device.id), is: expected, "the device")
    }

    func removesDevices() async throws {
        let id = try await register(registration(key: .set("key"))).id
        let other = try await register(registration("aa02")).id
        try require(await store.removeDevice(id, ownedBy: nil), is: true, "deleting it")
        try require(await store.removeDevice(id, ownedBy: nil), is: false, "deleting it again")
        try require(await store.device(id), is: nil, "the device")
        try require(await allDevices().map(\.id), is: [other], "the devices left")
        let again = try await register(registration(key: .set("key")))
        try require(again.changed && again.id != id, "its token and key make another device")
    }

    func removesOwnOnly() async throws {
        let id = try await register(registration()).id
        try require(await store.removeDevice(id, ownedBy: "eve"), is: false, "deleting somebody else's")
        try require(await device(id).user, is: user, "the user")
        try require(await store.removeDevice(id, ownedBy: user), is: true, "deleting one's own")
        let nobodys = try await register(registration(of: .clear)).id
        try require(await store.removeDevice(nobodys, ownedBy: user), is: false, "deleting nobody's")
        try require(await store.removeDevice(nobodys, ownedBy: nil), is: true, "deleting anybody's")
    }

    func findsByUsers() async throws {
        var expected: [DeviceID] = []
        for (number, user) in (["ada", "bob", "eve", "ada", "bob"] as [RecipientID]).enumerated() {
            let id = try await register(registration("aa0\(number)", of: .set(user))).id
            if user != "eve" { expected.append(id) }
            clock.advance(by: .milliseconds(1))
        }
        try await register(registration("bb01", of: .clear))
        let first = try await device(require(expected.first, "a device"))
        _ = try await store.setAside([removal(first, if: .registeredBefore(now))])
        let found = try await store.devices(of: ["bob", "ada", "nobody", "ada"])
        try require(found.map(\.id), is: expected, "the devices of two users")
        for device in found { try require(await self.device(device.id), is: device, "a device in the list and alone") }
        try require(await store.devices(of: []), is: [], "the devices of no users")
    }

    func listsInPages() async throws {
        var expected: [DeviceID] = []
        for number in 1...7 {
            try await expected.insert(register(registration("aa0\(number)")).id, at: 0)
            clock.advance(by: .milliseconds(1))
        }
        // Registering again makes no device newer.
        try await register(registration("aa01"))
        try require(await allDevices().map(\.id), is: expected, "all devices")
        var listed: [DeviceID] = []
        while true {
            let page = try await store.devices(after: listed.last, limit: 3)
            try require(page.count <= 3, "a page has at most as many as asked for")
            if page.isEmpty { break }
            try require(page.allSatisfy { $0.id != listed.last }, "a page begins after its cursor")
            listed += page.map(\.id)
            // Newer devices and deleted ones move nobody.
            try await register(registration("bb0\(listed.count)"))
            if listed.count == 3 { _ = try await store.removeDevice(listed[2], ownedBy: nil) }
        }
        try require(listed, is: expected, "the devices listed in pages")
    }
}
