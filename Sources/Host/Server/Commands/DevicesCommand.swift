import FanfareCore

/// `fanfare devices`
struct DevicesCommand: Command {
    private static let user = CommandOption("--user", "USER", "this user's devices only")

    let syntax = CommandSyntax(
        name: "devices",
        summary: "List registered devices, the newest first.",
        options: [.configuration, user, .limit, .after, .json]
    )

    func run(_ arguments: ParsedArguments, in context: CommandContext) async throws -> Int32 {
        let page = try PageOptions<DeviceID>(arguments)
        let user = arguments.value(Self.user).map { RecipientID(rawValue: $0) }
        let devices = try await context.withStore(arguments) { store, _, _ in
            guard let user else { return try await store.devices(after: page.after, limit: page.limit + 1) }
            let all = try await store.devices(of: [user]).sorted { $0.id > $1.id }
            return all.filter { device in page.after.map { device.id < $0 } ?? true }
        }
        page.print(
            devices,
            as: arguments,
            in: context,
            json: \.json,
            table: TextTable("ID", "PLATFORM", "TOKEN", "USER", "REGISTERED", "STATE")
        ) { device in
            [
                device.id.description, device.platform.rawValue, device.token.shortened, device.user?.rawValue ?? "-",
                device.registeredAt.rfc3339, device.invalidReason.map { "set aside: \($0)" } ?? "valid",
            ]
        }
        return 0
    }
}
