import FanfareCore

/// Registering devices and looking them up.
extension StoreBench {
    /// A registration; by default of a token of its own for ``user``.
    func registration(
        _ token: String = "aa01",
        of user: FieldUpdate<RecipientID>? = nil,
        key: FieldUpdate<String> = .keep,
        platform: Platform = .apns,
        appID: String = ""
    ) throws -> DeviceRegistration {
        DeviceRegistration(
            try DeviceToken(token, platform: platform),
            platform: platform,
            appID: appID,
            user: user ?? .set(self.user),
            deviceKey: key
        )
    }

    /// Registers one device.
    @discardableResult
    func register(_ registration: DeviceRegistration) async throws -> RegisteredDevice {
        let results = try await store.register([registration])
        try require(results.count, is: 1, "the number of results")
        return try require(results.first, "the registered device")
    }

    func device(_ id: DeviceID) async throws -> Device {
        try await require(store.device(id), "the device")
    }

    func allDevices() async throws -> [Device] { try await store.devices(after: nil, limit: 10_000) }

    /// Registers a device, and stores a delivery to it.
    func enqueueToDevice(
        _ registration: DeviceRegistration? = nil
    ) async throws -> (delivery: DeliveryID, device: Device) {
        let registered = try await register(registration ?? self.registration())
        let device = try await device(registered.id)
        let notification = try prepared(to: [device.route(on: channel)], for: device.user ?? .onDemand)
        return (try await require(enqueue(notification).first, "the delivery enqueued"), device)
    }
}
