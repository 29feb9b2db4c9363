import FanfareCore

extension StoreBench {
    /// Claims the one delivery there is, and settles it as sent, with the token's environment.
    private func settleLearning(_ device: Device, token: String? = nil) async throws {
        let learned = LearnedEnvironment(device: device.id, token: token ?? device.token, environment: .sandbox)
        let results = try await settle([Settlement(claimOne().lease, .sent(providerID: nil), learned: learned)])
        try require(results, is: [.applied(.sent, routeRemoved: false)], "settling")
    }

    func learnsEnvironments() async throws {
        let (id, device) = try await enqueueToDevice()
        try await settleLearning(device)
        try await expect(id, in: .sent)
        let learned = try await self.device(device.id)
        try require(learned.environment, is: .sandbox, "the environment")
        try require(learned.registeredAt, is: device.registeredAt, "the time of registration")
        // What says nothing about it leaves it alone, as with every other field.
        try await register(registration())
        try require(await self.device(device.id).environment, is: .sandbox, "the environment after a re-sync")
        try await enqueue(prepared(to: [device.route(on: channel)], for: user))
        let route: Route? = if case .open(let route, _) = try await claimOne().route { route } else { nil }
        try require(route?.environment, is: .sandbox, "the environment of the next claim")
    }

    func keepsGivenEnvironments() async throws {
        var registration = try registration()
        registration.environment = .set(.production)
        let (_, device) = try await enqueueToDevice(registration)
        try await settleLearning(device)
        try require(await self.device(device.id).environment, is: .production, "the environment")

        let (_, other) = try await enqueueToDevice(self.registration("aa02"))
        try await settleLearning(other, token: "aa03")
        try require(await self.device(other.id).environment, is: nil, "the environment of another token")
    }

    func lostLeasesTeachNothing() async throws {
        let (_, device) = try await enqueueToDevice()
        let claim = try await claimOne(for: .seconds(30))
        clock.advance(by: .seconds(30))
        let learned = LearnedEnvironment(device: device.id, token: device.token, environment: .sandbox)
        let results = try await settle([Settlement(claim.lease, .sent(providerID: nil), learned: learned)])
        try require(results, is: [.stale], "settling")
        try require(await self.device(device.id).environment, is: nil, "the environment")
    }
}
