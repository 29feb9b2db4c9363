import FanfareCore

extension StoreBench {
    /// Claims the one delivery there is, and settles it as failed with the removal of its device.
    private func settleRemoving(_ device: Device, if condition: RouteRemoval.Guard) async throws -> SettlementResult? {
        let removal = RouteRemoval(device: device.id, token: "aa01", condition: condition, reason: "unregistered")
        let settlement = Settlement(
            try await claimOne().lease,
            .failed,
            reason: DeliveryReason("unregistered"),
            removal: removal
        )
        return try await settle([settlement]).first
    }

    private func expectSetAside(_ device: Device, when result: SettlementResult?) async throws {
        try require(result, is: .applied(.failed, routeRemoved: true), "settling")
        let device = try await self.device(device.id)
        try require(device.invalidatedAt, is: now, "when it was set aside")
        try require(device.invalidReason, is: "unregistered", "why it was set aside")
    }

    private func expectSpared(_ device: Device, when result: SettlementResult?) async throws {
        try require(result, is: .applied(.failed, routeRemoved: false), "settling")
        let device = try await self.device(device.id)
        try require(device.invalidatedAt, is: nil, "when it was set aside")
        try require(device.invalidReason, is: nil, "why it was set aside")
    }

    func removesOldRegistrations() async throws {
        let (id, device) = try await enqueueToDevice()
        clock.advance(by: .seconds(10))
        let time = device.registeredAt.advanced(by: .milliseconds(1))
        try await expectSetAside(device, when: settleRemoving(device, if: .registeredBefore(time)))
        try await expect(id, in: .failed)
    }

    func sparesNewRegistrations() async throws {
        let (id, device) = try await enqueueToDevice()
        clock.advance(by: .seconds(10))
        try await register(registration())
        try await expectSpared(device, when: settleRemoving(device, if: .registeredBefore(now)))
        try await expect(id, in: .failed)
    }

    func removesUnchangedRegistrations() async throws {
        let (_, device) = try await enqueueToDevice()
        clock.advance(by: .seconds(10))
        try await expectSetAside(device, when: settleRemoving(device, if: .registeredAt(device.registeredAt)))
        // A second answer about the same token changes nothing.
        clock.advance(by: .seconds(10))
        try await enqueue(prepared(to: [device.route(on: channel)], for: user))
        let result = try await settleRemoving(device, if: .registeredAt(device.registeredAt))
        try require(result, is: .applied(.failed, routeRemoved: false), "settling what was set aside already")
        let since = try await self.device(device.id).invalidatedAt
        try require(since, is: now.advanced(by: .seconds(-10)), "when it was set aside")
    }

    func sparesRenewedRegistrations() async throws {
        let (_, device) = try await enqueueToDevice()
        clock.advance(by: .microseconds(1))
        try await register(registration())
        try await expectSpared(device, when: settleRemoving(device, if: .registeredAt(device.registeredAt)))
    }

    func sparesOtherTokens() async throws {
        let (_, device) = try await enqueueToDevice(registration(key: .set("key")))
        try await register(registration("aa02", key: .set("key")))
        let time = now.advanced(by: .seconds(10))
        try await expectSpared(device, when: settleRemoving(device, if: .registeredBefore(time)))
    }

    func lostLeasesRemoveNothing() async throws {
        let (_, device) = try await enqueueToDevice()
        let claim = try await claimOne(for: .seconds(30))
        clock.advance(by: .seconds(30))
        let removal = RouteRemoval(
            device: device.id,
            token: device.token,
            condition: .registeredAt(device.registeredAt),
            reason: "unregistered"
        )
        let results = try await settle([Settlement(claim.lease, .failed, removal: removal)])
        try require(results, is: [.stale], "settling")
        try require(await self.device(device.id).invalidatedAt, is: nil, "when it was set aside")
    }
}
