import FanfareCore

/// `fanfare deliveries`
struct DeliveriesCommand: Command {
    private static let states = DeliveryState.allCases.map(\.rawValue).joined(separator: ", ")
    private static let state = CommandOption("--state", "STATE", "only \(states)")
    private static let channel = CommandOption("--channel", "CHANNEL", "this channel's only")
    private static let notification = CommandOption("--notification", "ID", "this notification's only")

    let syntax = CommandSyntax(
        name: "deliveries",
        summary: "List deliveries, the newest first.",
        options: [.configuration, state, channel, notification, .limit, .after, .json]
    )

    func run(_ arguments: ParsedArguments, in context: CommandContext) async throws -> Int32 {
        let page = try PageOptions<DeliveryID>(arguments)
        let filter = DeliveryFilter(
            state: try arguments.value(Self.state, expected: "one of \(Self.states)") { DeliveryState(rawValue: $0) },
            channel: arguments.value(Self.channel).map { ChannelID(rawValue: $0) }
        )
        let notification = try arguments.value(Self.notification, expected: "a notification's id") {
            NotificationID($0)
        }
        let deliveries = try await context.withStore(arguments) { store, _, _ in
            guard let notification else {
                return try await store.deliveries(matching: filter, after: page.after, limit: page.limit + 1)
            }
            guard let record = try await store.notification(notification) else {
                throw CommandFailure("there is no notification \(notification)")
            }
            return record.deliveries.filter { delivery in
                (filter.state.map { delivery.state == $0 } ?? true)
                    && (filter.channel.map { delivery.channel == $0 } ?? true)
                    && (page.after.map { delivery.id < $0 } ?? true)
            }.sorted { $0.id > $1.id }
        }
        page.print(
            deliveries,
            as: arguments,
            in: context,
            json: \.json,
            table: TextTable("ID", "TYPE", "CHANNEL", "TO", "STATE", "ATTEMPTS", "DUE", "REASON")
        ) { delivery in
            [
                delivery.id.description, delivery.type.rawValue, delivery.channel.rawValue,
                delivery.device?.description ?? delivery.shortenedAddress ?? "-", delivery.state.rawValue,
                "\(delivery.attempts)/\(delivery.maxAttempts)", delivery.due.rfc3339, delivery.reason ?? "-",
            ]
        }
        return 0
    }
}
