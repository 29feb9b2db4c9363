import FanfareCore

/// Whom a call wants to reach: `to`, and `addresses` beside it.
struct NotificationTarget: Sendable {
    /// The most users of one call.
    static let userLimit = 10_000

    let recipients: [HostRecipient]
    /// Whether the call gave a list, even of one: its answer is a list too.
    let isList: Bool

    /// Reads the fields of a call.
    ///
    /// - Throws: A problem that names the field, or the store's error.
    init(_ request: RequestObject, _ services: APIServices) async throws {
        let to = try request.required("to")
        let object = try to.object(fields: ["user", "users", "device", "route"])
        guard object.members.count == 1, let (kind, value) = object.members.first else {
            throw to.fault("must have exactly one of user, users, device and route")
        }
        let addresses = try request.optional("addresses").map { value in
            try Self.addresses(value, services.channels)
        }
        isList = kind == "users"
        switch kind {
        case "users":
            if addresses != nil {
                throw try request.required("addresses").fault("cannot be given for many users: they would share them")
            }
            let users = try value.array(upTo: Self.userLimit)
            guard !users.isEmpty else { throw value.fault("is empty") }
            recipients = try users.map { HostRecipient(user: try $0.user()) }
        case "user":
            recipients = [HostRecipient(user: try value.user()).adding(addresses)]
        case "device":
            let device = try await Self.device(value, services.store)
            recipients = [HostRecipient(device: device).adding(addresses)]
        default:
            recipients = [HostRecipient(route: try Self.route(value, services.channels)).adding(addresses)]
        }
    }

    /// An id is opaque to the caller, so one that cannot be an id is answered as one that names nothing.
    private static func device(_ value: RequestValue, _ store: any Store) async throws -> Device {
        guard let id = DeviceID(try value.text()), let device = try await store.device(id) else {
            throw Problem(.notFound, "\(value.pointer) names no device", at: value.pointer)
        }
        return device
    }

    private static func route(_ value: RequestValue, _ channels: ChannelRegistry) throws(Problem) -> Route {
        let object = try value.object(fields: ["channel", "address", "environment", "appID"])
        let name = try object.required("channel")
        let channel = try Self.channel(try name.text(), in: channels, named: name)
        return Route(
            channel: channel.id,
            address: try object.required("address").address(on: channel),
            environment: try object.optional("environment")?.environment(),
            appID: try object.optional("appID")?.text()
        )
    }

    private static func addresses(
        _ value: RequestValue,
        _ channels: ChannelRegistry
    ) throws(Problem) -> [ChannelID: Route] {
        var routes: [ChannelID: Route] = [:]
        for (name, address) in try value.members().sorted(by: { $0.key < $1.key }) {
            let channel = try Self.channel(name, in: channels, named: address)
            routes[channel.id] = Route(channel: channel.id, address: try address.address(on: channel))
        }
        return routes
    }

    private static func channel(
        _ name: String,
        in channels: ChannelRegistry,
        named value: RequestValue
    ) throws(Problem) -> any Channel {
        guard let channel = channels[ChannelID(rawValue: name)] else {
            let known = channels.all.map(\.id.rawValue).joined(separator: ", ")
            throw value.fault("names no channel of this server; it has \(known)")
        }
        return channel
    }
}

extension HostRecipient {
    /// The recipient with addresses of a call beside its own; its own go before them.
    fileprivate func adding(_ addresses: [ChannelID: Route]?) -> HostRecipient {
        var recipient = self
        recipient.addresses.merge(addresses ?? [:]) { own, _ in own }
        return recipient
    }
}
