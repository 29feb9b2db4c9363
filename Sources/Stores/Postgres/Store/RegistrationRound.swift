internal import FanfareCore

/// Registrations of one transaction: the devices they are about, as they become, and the calls that store them.
struct RegistrationRound {
    /// What makes a device the one that is meant.
    private struct Name: Hashable {
        let platform: Platform
        let app: String
        /// A token or an installation's own id.
        let text: String
    }

    /// What stores the registrations, in their order: no two devices share a token in between either.
    private(set) var calls: [PostgresCall] = []
    private let now: Timestamp
    private var devices: [DeviceID: Device] = [:]
    private var byToken: [Name: DeviceID] = [:]
    private var byKey: [Name: DeviceID] = [:]

    /// Reads the devices that are concerned, and keeps others from changing them until the transaction ends.
    init(_ registrations: [DeviceRegistration], on connection: PostgresConnection, at time: Timestamp?) throws {
        let keys = registrations.map { registration -> String? in
            guard case .set(let key) = registration.deviceKey else { return nil }
            return key
        }
        now = try connection.time(time)
        let found = try connection.run(
            .devicesToRegister,
            registrations.map(\.platform),
            registrations.map(\.appID),
            registrations.map(\.token.text),
            keys
        )
        for row in found { note(try row.device()) }
    }

    /// Registers one after the other.
    mutating func register(_ registration: DeviceRegistration, id: DeviceID) -> RegisteredDevice {
        let (platform, app) = (registration.platform, registration.appID)
        let withToken = byToken[Name(platform: platform, app: app, text: registration.token.text)]
        var withKey: DeviceID?
        if case .set(let key) = registration.deviceKey {
            withKey = byKey[Name(platform: platform, app: app, text: key)]
        }
        // The installation's own id outlives its tokens, so its record is the one that stays.
        if let withKey, let withToken, withKey != withToken {
            forget(withToken)
            calls.append(PostgresCall(.deleteDevice, withToken))
        }
        let current = (withKey ?? withToken).flatMap { devices[$0] }
        let device = registration.applied(to: current, id: id, at: now)
        if let current { forget(current.id) }
        note(device)
        calls.append(device.call)
        return RegisteredDevice(id: device.id, changed: device.differs(from: current))
    }

    private mutating func note(_ device: Device) {
        devices[device.id] = device
        byToken[Name(platform: device.platform, app: device.appID, text: device.token)] = device.id
        guard let key = device.deviceKey else { return }
        byKey[Name(platform: device.platform, app: device.appID, text: key)] = device.id
    }

    private mutating func forget(_ id: DeviceID) {
        guard let device = devices.removeValue(forKey: id) else { return }
        byToken[Name(platform: device.platform, app: device.appID, text: device.token)] = nil
        guard let key = device.deviceKey else { return }
        byKey[Name(platform: device.platform, app: device.appID, text: key)] = nil
    }
}

extension Device {
    /// Stores the device as it is.
    var call: PostgresCall {
        PostgresCall(
            .saveDevice,
            id,
            appID,
            platform,
            token,
            environment,
            deviceKey,
            user?.rawValue,
            authorized,
            locale,
            timeZone,
            model,
            osVersion,
            appVersion,
            registeredAt,
            invalidatedAt,
            invalidReason,
            createdAt
        )
    }
}

extension PostgresStatement {
    /// In the order of their ids, so that two batches never wait for each other.
    static let devicesToRegister = PostgresStatement(
        "find devices to register",
        """
        select \(deviceColumns) from fanfare.devices
        where id in (
            select v.id from unnest($1::text[], $2::text[], $3::text[]) as s (platform, app_id, token)
            join fanfare.devices v on v.platform = s.platform and v.app_id = s.app_id and v.token = s.token
            union
            select v.id from unnest($1::text[], $2::text[], $4::text[]) as s (platform, app_id, device_key)
            join fanfare.devices v
                on v.platform = s.platform and v.app_id = s.app_id and v.device_key = s.device_key
        )
        order by id for update
        """
    )

    fileprivate static let deleteDevice = PostgresStatement(
        "delete device",
        "delete from fanfare.devices where id = $1"
    )

    fileprivate static let saveDevice = PostgresStatement(
        "save device",
        """
        insert into fanfare.devices (\(deviceColumns))
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
        on conflict (id) do update set
            token = $4, environment = $5, device_key = $6, user_id = $7, authorized = $8, locale = $9, time_zone = $10,
            model = $11, os_version = $12, app_version = $13, registered_at = $14, invalidated_at = $15,
            invalid_reason = $16
        """
    )
}
