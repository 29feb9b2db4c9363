public import FanfareCore

extension SQLiteStore {
    /// Registers devices in one transaction.
    public func register(_ registrations: [DeviceRegistration]) async throws -> [RegisteredDevice] {
        let (clock, identifiers) = (clock, identifiers)
        return try await writing { connection in
            let now = clock.now
            return try registrations.map { try connection.register($0, id: identifiers.next(), at: now) }
        }
    }

    /// The device of this id.
    public func device(_ id: DeviceID) async throws -> Device? {
        try await reading { connection in try connection.devices(.device) { try $0.bind(id) }.first }
    }

    /// The devices of these users.
    public func devices(of users: [RecipientID]) async throws -> [Device] {
        try await reading { connection in
            try Set(users).flatMap { user in
                try connection.devices(.devicesOfUser) { try $0.bind(user) }
            }.sorted { $0.id < $1.id }
        }
    }

    /// A page of all devices.
    public func devices(after cursor: DeviceID?, limit: Int) async throws -> [Device] {
        try await reading { connection in try connection.devices(.devicesPage) { try $0.bind(cursor, limit) } }
    }

    /// Deletes a device.
    public func removeDevice(_ id: DeviceID, ownedBy owner: RecipientID?) async throws -> Bool {
        try await writing { connection in
            try connection.run("delete from devices where id = ?1 and (?2 is null or user_id = ?2)", id, owner)
            return connection.changes > 0
        }
    }

    /// Sets devices aside.
    public func setAside(_ removals: [RouteRemoval]) async throws -> [Bool] {
        let clock = clock
        return try await writing { connection in
            let now = clock.now
            return try removals.map { try connection.setAside($0, at: now) }
        }
    }
}

extension SQLiteConnection {
    fileprivate func register(
        _ registration: DeviceRegistration,
        id: DeviceID,
        at now: Timestamp
    ) throws -> RegisteredDevice {
        let app = (registration.platform, registration.appID)
        let byToken = try devices(.deviceByToken) { try $0.bind(app.0, app.1, registration.token.text) }.first
        var byKey: Device?
        if case .set(let key) = registration.deviceKey {
            byKey = try devices(.deviceByKey) { try $0.bind(app.0, app.1, key) }.first
        }
        // The installation's own id outlives its tokens, so its record is the one that stays.
        if let byKey, let byToken, byKey.id != byToken.id { try run("delete from devices where id = ?1", byToken.id) }
        let current = byKey ?? byToken
        let device = registration.applied(to: current, id: id, at: now)
        try save(device)
        return RegisteredDevice(id: device.id, changed: device.differs(from: current))
    }

    func save(_ device: Device) throws {
        try run(
            .saveDevice,
            device.id,
            device.appID,
            device.platform,
            device.token,
            device.environment,
            device.deviceKey,
            device.user,
            device.authorized,
            device.locale,
            device.timeZone,
            device.model,
            device.osVersion,
            device.appVersion,
            device.registeredAt,
            device.invalidatedAt,
            device.invalidReason,
            device.createdAt
        )
    }

    /// - Returns: Whether the guard let it be set aside.
    func setAside(_ removal: RouteRemoval, at now: Timestamp) throws -> Bool {
        guard let device = try devices(.device, binding: { try $0.bind(removal.device) }).first,
            removal.applies(to: device)
        else { return false }
        try run(
            "update devices set invalidated_at = ?2, invalid_reason = ?3 where id = ?1",
            removal.device,
            now,
            removal.reason
        )
        return true
    }

    fileprivate func devices(
        _ query: SQLiteQuery,
        binding: (borrowing SQLiteStatement) throws -> Void
    ) throws -> [Device] {
        let row = try statement(query)
        try binding(row)
        var devices: [Device] = []
        while try row.step() {
            devices.append(
                Device(
                    id: try row.id(0),
                    platform: Platform(rawValue: row.text(2)),
                    appID: row.text(1),
                    token: row.text(3),
                    environment: row.environment(4),
                    deviceKey: row.optionalText(5),
                    user: row.optionalText(6).map(RecipientID.init(rawValue:)),
                    authorized: row.optionalBool(7),
                    locale: row.optionalText(8),
                    timeZone: row.optionalText(9),
                    model: row.optionalText(10),
                    osVersion: row.optionalText(11),
                    appVersion: row.optionalText(12),
                    registeredAt: row.timestamp(13),
                    invalidatedAt: row.optionalTimestamp(14),
                    invalidReason: row.optionalText(15),
                    createdAt: row.timestamp(16)
                )
            )
        }
        return devices
    }
}

extension SQLiteQuery {
    private static let deviceColumns = """
        select id, app_id, platform, token, environment, device_key, user_id, authorized, locale, time_zone, model,
            os_version, app_version, registered_at, invalidated_at, invalid_reason, created_at
        from devices
        """

    fileprivate static let device = SQLiteQuery("find device", "\(deviceColumns) where id = ?1")

    static let deviceByToken = SQLiteQuery(
        "find device by token",
        "\(deviceColumns) where platform = ?1 and app_id = ?2 and token = ?3"
    )

    static let deviceByKey = SQLiteQuery(
        "find device by key",
        "\(deviceColumns) where platform = ?1 and app_id = ?2 and device_key = ?3"
    )

    static let devicesOfUser = SQLiteQuery(
        "list devices of user",
        "\(deviceColumns) where user_id = ?1"
    )

    /// Without a cursor from the greatest blob on: `or` would keep the index from finding where a page begins.
    static let devicesPage = SQLiteQuery(
        "list devices",
        "\(deviceColumns) where id < coalesce(?1, x'ffffffffffffffffffffffffffffffffff') order by id desc limit ?2"
    )

    fileprivate static let saveDevice = SQLiteQuery(
        "save device",
        """
        insert into devices
            (id, app_id, platform, token, environment, device_key, user_id, authorized, locale, time_zone, model,
            os_version, app_version, registered_at, invalidated_at, invalid_reason, created_at)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
        on conflict (id) do update set
            token = ?4, environment = ?5, device_key = ?6, user_id = ?7, authorized = ?8, locale = ?9, time_zone = ?10,
            model = ?11, os_version = ?12, app_version = ?13, registered_at = ?14, invalidated_at = ?15,
            invalid_reason = ?16
        """
    )
}
