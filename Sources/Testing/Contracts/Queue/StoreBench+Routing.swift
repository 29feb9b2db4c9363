import FanfareCore

extension StoreBench {
    func followsTokens() async throws {
        let (_, device) = try await enqueueToDevice(registration("aa01", key: .set("key"), appID: "app"))
        clock.advance(by: .seconds(1))
        var renewed = try registration("aa02", key: .set("key"), appID: "app")
        renewed.environment = .set(.sandbox)
        try await register(renewed)
        let route = Route(
            channel: channel,
            address: "aa02",
            environment: .sandbox,
            appID: "app",
            device: device.id
        )
        try require(await claimOne().route, is: .open(route, registeredAt: now), "the route")
    }

    /// Requires the one delivery there is to have this route, and makes it due again.
    private func expectRoute(
        _ route: ClaimedRoute,
        _ when: String,
        file: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        let claim = try await claimOne()
        try require(claim.route, is: route, "the route \(when)", file: file, line: line)
        try await store.release([claim.lease])
    }

    private func openRoute(to device: Device) -> ClaimedRoute {
        .open(device.route(on: channel), registeredAt: now)
    }

    func noticesHandover() async throws {
        let (_, device) = try await enqueueToDevice()
        try await expectRoute(openRoute(to: device), "to its owner")
        clock.advance(by: .seconds(1))
        try await register(registration(of: .set("eve")))
        try await expectRoute(.handedOver, "after a handover")
        clock.advance(by: .seconds(1))
        try await register(registration())
        try await expectRoute(openRoute(to: device), "after its owner came back")
    }

    func noticesSignOut() async throws {
        let (_, device) = try await enqueueToDevice()
        clock.advance(by: .seconds(1))
        try await register(registration(of: .clear))
        try await expectRoute(.removed, "after a sign-out")
        try await register(registration())
        try await expectRoute(openRoute(to: device), "after a new sign-in")
    }

    func noticesDeletion() async throws {
        let (_, device) = try await enqueueToDevice()
        try require(await store.removeDevice(device.id, ownedBy: nil), "the device is deleted")
        try await expectRoute(.removed, "after the device was deleted")
        // The token makes a new device, which the delivery was not for.
        try await register(registration())
        try await expectRoute(.removed, "after its token came back")
    }

    func noticesSettingAside() async throws {
        let (_, device) = try await enqueueToDevice()
        let removal = RouteRemoval(
            device: device.id,
            token: device.token,
            condition: .registeredAt(device.registeredAt),
            reason: "unregistered"
        )
        try require(await store.setAside([removal]), is: [true], "setting aside")
        try await expectRoute(.removed, "after it was set aside")
        clock.advance(by: .seconds(1))
        try await register(registration())
        try await expectRoute(openRoute(to: device), "after it was registered again")
    }

    func noticesAuthorization() async throws {
        let (_, device) = try await enqueueToDevice()
        var registration = try registration()
        registration.authorized = .set(false)
        try await register(registration)
        try await expectRoute(.notAuthorized, "when notifications are not allowed")
        registration.authorized = .set(true)
        try await register(registration)
        try await expectRoute(openRoute(to: device), "when notifications are allowed")
        registration.authorized = .clear
        try await register(registration)
        try await expectRoute(openRoute(to: device), "when nobody knows")
    }

    func keepsDirectRoutes() async throws {
        let direct = Route(channel: channel, address: "aa01", environment: .production, appID: "app")
        try await register(registration())
        try await enqueue(prepared(to: [direct], for: user))
        let claim = try await claimOne()
        try require(claim.route, is: .open(direct, registeredAt: nil), "a direct address")
        try await settle(claim, .sent(providerID: nil))

        // To a device whoever owns it.
        let device = try await require(allDevices().first, "the device")
        try await enqueue(prepared(to: [device.route(on: channel)], for: .onDemand))
        try await expectRoute(openRoute(to: device), "to a device")
        try await register(registration(of: .set("eve")))
        try await expectRoute(openRoute(to: device), "to a device whoever owns it")
    }
}
