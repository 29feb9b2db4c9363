public import FanfareCore

extension PostgresStore {
    /// Registers devices in one transaction.
    public func register(_ registrations: [DeviceRegistration]) async throws -> [RegisteredDevice] {
        let (time, identifiers) = (time, identifiers)
        return try await writing { connection in
            try connection.transaction {
                var round = try RegistrationRound(registrations, on: connection, at: time)
                let results = registrations.map { round.register($0, id: identifiers.next()) }
                do {
                    _ = try connection.run(round.calls)
                } catch let error as PostgresError where error.sqlState == .uniqueViolation {
                    // Another host has registered one of them since they were read; next time it is found.
                    throw error.asConflict
                }
                return results
            }
        }
    }

    /// The device of this id.
    public func device(_ id: DeviceID) async throws -> Device? {
        try await reading { try $0.run(.device, id).first?.device() }
    }

    /// The devices of these users.
    public func devices(of users: [RecipientID]) async throws -> [Device] {
        let users = Set(users).sorted { $0.rawValue < $1.rawValue }
        return try await reading { connection in
            try connection.run(.devicesOfUsers, users.map(\.rawValue)).map { try $0.device() }
        }
    }

    /// A page of all devices.
    public func devices(after cursor: DeviceID?, limit: Int) async throws -> [Device] {
        try await reading { connection in try connection.run(.devicesPage, cursor, limit).map { try $0.device() } }
    }

    /// Deletes a device.
    public func removeDevice(_ id: DeviceID, ownedBy owner: RecipientID?) async throws -> Bool {
        try await writing { try $0.run(.removeDevice, id, owner?.rawValue).affected > 0 }
    }

    /// Sets devices aside.
    public func setAside(_ removals: [RouteRemoval]) async throws -> [Bool] {
        let order = removals.indices.sorted { removals[$0].device < removals[$1].device }
        let calls = order.map { removals[$0].call(at: time) }
        return try await writing { connection in
            try zip(order, connection.run(calls)).reduce(into: removals.map { _ in false }) { results, item in
                results[item.0] = item.1.affected > 0
            }
        }
    }
}

extension RouteRemoval {
    /// Sets the device aside unless the guard says that it lives again. Those of one transaction are in the order of their
    /// devices, so that two never wait for each other.
    func call(at time: Timestamp?) -> PostgresCall {
        var (before, exactly): (Timestamp?, Timestamp?)
        switch condition {
        case .registeredBefore(let time): before = time
        case .registeredAt(let time): exactly = time
        }
        return PostgresCall(.setAside, time, device, token, reason, before, exactly)
    }
}

extension LearnedEnvironment {
    /// Tells the device, unless it knows.
    var call: PostgresCall { PostgresCall(.learnEnvironment, device, token, environment) }
}

extension PostgresRow {
    /// The device in the columns of ``PostgresStatement/deviceColumns``.
    func device() throws -> Device {
        Device(
            id: try id(0),
            platform: Platform(rawValue: try text(2)),
            appID: try text(1),
            token: try text(3),
            environment: try environment(4),
            deviceKey: try optionalText(5),
            user: try optionalText(6).map(RecipientID.init(rawValue:)),
            authorized: try optionalBool(7),
            locale: try optionalText(8),
            timeZone: try optionalText(9),
            model: try optionalText(10),
            osVersion: try optionalText(11),
            appVersion: try optionalText(12),
            registeredAt: try timestamp(13),
            invalidatedAt: try optionalTimestamp(14),
            invalidReason: try optionalText(15),
            createdAt: try timestamp(16)
        )
    }
}

extension PostgresStatement {
    static let deviceColumns = """
        id, app_id, platform, token, environment, device_key, user_id, authorized, locale, time_zone, model, os_version, \
        app_version, registered_at, invalidated_at, invalid_reason, created_at
        """

    static let device = PostgresStatement(
        "find device",
        "select \(deviceColumns) from fanfare.devices where id = $1"
    )

    /// One look-up for each user: without statistics, the planner takes a list for all there are.
    static let devicesOfUsers = PostgresStatement(
        "list devices of users",
        """
        select \(deviceColumns) from unnest($1::text[]) as s (wanted)
        cross join lateral (select * from fanfare.devices where user_id = s.wanted offset 0) v
        order by id
        """
    )

    static let devicesPage = PostgresStatement(
        "list devices",
        """
        select \(deviceColumns) from fanfare.devices
        where id < coalesce($1, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) order by id desc limit $2
        """
    )

    fileprivate static let removeDevice = PostgresStatement(
        "remove device",
        "delete from fanfare.devices where id = $1 and ($2::text is null or user_id = $2)"
    )

    fileprivate static let setAside = PostgresStatement(
        "set device aside",
        """
        update fanfare.devices set invalidated_at = coalesce($1, now()), invalid_reason = $4
        where id = $2 and token = $3 and invalidated_at is null
            and (registered_at < $5::timestamptz or registered_at = $6::timestamptz)
        """
    )

    fileprivate static let learnEnvironment = PostgresStatement(
        "learn environment",
        "update fanfare.devices set environment = $3 where id = $1 and token = $2 and environment is null"
    )
}
