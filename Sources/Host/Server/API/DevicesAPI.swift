import FanfareCore

/// The calls about devices.
enum DevicesAPI {
    /// The most devices of one batch.
    static let batchLimit = 1000

    static let operations = [
        APIOperation(
            method: .put,
            path: "/v1/devices",
            name: "registerDevice",
            summary: "Registers a device, or re-syncs it",
            access: .users,
            body: "DeviceRegistration",
            answers: [.init(status: 200, summary: "The device is registered", schema: "RegisteredDevice")],
            handler: register
        ),
        APIOperation(
            method: .post,
            path: "/v1/devices/batch",
            name: "registerDevices",
            summary: "Registers many devices; a bad one does not stop the others",
            access: .users,
            body: "DeviceBatch",
            answers: [.init(status: 200, summary: "One result for each, in order", schema: "DeviceBatchResult")],
            handler: registerBatch
        ),
        APIOperation(
            method: .delete,
            path: "/v1/devices/{id}",
            name: "deleteDevice",
            summary: "Deletes a device; its queued deliveries are skipped",
            access: .users,
            answers: [.init(status: 204, summary: "The device is deleted", mediaType: nil)],
            handler: delete
        ),
        APIOperation(
            method: .get,
            path: "/v1/users/{user}/devices",
            name: "listDevices",
            summary: "Lists a user's devices, those set aside included",
            access: .users,
            answers: [.init(status: 200, summary: "The devices; none for an unknown user", schema: "DeviceList")],
            handler: list
        ),
    ]

    private static func register(_ call: APICall) async throws -> HTTPResponse {
        let registration = try DeviceRegistration(
            try call.body(),
            by: call.caller,
            platforms: call.services.platforms
        )
        guard let device = try await call.services.store.register([registration]).first else {
            throw Problem(.internalError, "the store gave no result for the device")
        }
        return .json(device.json)
    }

    private static func registerBatch(_ call: APICall) async throws -> HTTPResponse {
        let devices = try call.body().object(fields: ["devices"]).required("devices").array(upTo: batchLimit)
        var registrations: [DeviceRegistration] = []
        var problems: [Int: Problem] = [:]
        for (index, device) in devices.enumerated() {
            do {
                registrations.append(
                    try DeviceRegistration(device, by: call.caller, platforms: call.services.platforms)
                )
            } catch {
                problems[index] = error
            }
        }
        let registered = registrations.isEmpty ? [] : try await call.services.store.register(registrations)
        guard registered.count == registrations.count else {
            throw Problem(.internalError, "the store did not give one result for each device")
        }
        var results = registered.makeIterator()
        let items = devices.indices.map { index -> JSONValue in
            if let problem = problems[index] { return ["error": problem.json] }
            return results.next()?.json ?? .null
        }
        return .json(["items": .array(items)])
    }

    private static func delete(_ call: APICall) async throws -> HTTPResponse {
        let id: DeviceID = try call.id(of: "device")
        var owner: RecipientID?
        if case .user(let user) = call.caller { owner = user }
        guard try await call.services.store.removeDevice(id, ownedBy: owner) else { throw Problem.unknown("device") }
        return HTTPResponse(status: 204)
    }

    private static func list(_ call: APICall) async throws -> HTTPResponse {
        let user = try RequestValue(.string(call.parameters["user"] ?? ""), at: JSONPointer(["user"])).user()
        if case .user(let own) = call.caller, own != user {
            throw Problem(.forbidden, "a user token lists its own user's devices only")
        }
        let devices = try await call.services.store.devices(of: [user])
        return .json(["items": .array(devices.map(\.json))])
    }
}
