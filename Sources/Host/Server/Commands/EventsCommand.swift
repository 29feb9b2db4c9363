import FanfareCore

/// `fanfare events`
struct EventsCommand: Command {
    private static let replay = CommandOption("--replay", "ID|all", "take these up again", isRepeatable: true)
    private static let discard = CommandOption("--discard", "ID|all", "delete these", isRepeatable: true)

    let syntax = CommandSyntax(
        name: "events",
        summary: "List events that were set aside, the newest first; replay or discard them.",
        options: [.configuration, replay, discard, .limit, .after, .json],
        details: """
            Applications post events by inserting (type, user_id, payload, idempotency_key) into the store's table
            events. Those of which no notification can be made are set aside with the reason, and hold up no others.
            """
    )

    func run(_ arguments: ParsedArguments, in context: CommandContext) async throws -> Int32 {
        let replayed = try Self.selection(Self.replay, of: arguments)
        let discarded = try Self.selection(Self.discard, of: arguments)
        switch (replayed, discarded) {
        case (nil, nil):
            try await list(arguments, context)
        case (let selection?, nil):
            let count = try await context.withStore(arguments) { store, _, _ in try await store.replayEvents(selection)
            }
            try report(count, of: selection, "replayed", arguments, context)
        case (nil, let selection?):
            let count = try await context.withStore(arguments) { store, _, _ in try await store.discardEvents(selection)
            }
            try report(count, of: selection, "discarded", arguments, context)
        case (_?, _?):
            throw UsageError("fanfare events takes one of --replay and --discard")
        }
        return 0
    }

    private func list(_ arguments: ParsedArguments, _ context: CommandContext) async throws {
        let page = try PageOptions<EventID>(arguments)
        let events = try await context.withStore(arguments) { store, _, _ in
            try await store.setAsideEvents(after: page.after, limit: page.limit + 1)
        }
        page.print(
            events,
            as: arguments,
            in: context,
            json: \.json,
            table: TextTable("ID", "TYPE", "USER", "CREATED", "SET ASIDE", "REASON")
        ) { event in
            [
                event.id.description, event.type.rawValue, event.user == .onDemand ? "-" : event.user.rawValue,
                event.created.rfc3339, event.setAside.rfc3339, event.reason,
            ]
        }
    }

    private func report(
        _ count: Int,
        of selection: EventSelection,
        _ done: String,
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws(CommandFailure) {
        if arguments.has(.json) {
            context.print([done: .number(JSONNumber(count))])
        } else {
            context.surroundings.print("\(done): \(count)")
        }
        guard case .these(let ids) = selection, count < ids.count else { return }
        throw CommandFailure("\(ids.count - count) of the \(ids.count) events named are not set aside")
    }

    private static func selection(
        _ option: CommandOption,
        of arguments: ParsedArguments
    ) throws(UsageError) -> EventSelection? {
        let values = arguments.values(option)
        if values.isEmpty { return nil }
        if values.contains("all") { return .all }
        var ids: Set<EventID> = []
        for value in values {
            guard let id = EventID(value) else { throw UsageError("\(option.name) needs an event's id, or all") }
            ids.insert(id)
        }
        return .these(ids.sorted())
    }
}

extension SetAsideEvent {
    /// As `fanfare events --json` prints it.
    fileprivate var json: JSONValue {
        [
            "id": .string(id.description), "type": .string(type.rawValue),
            "user": JSONValue(user == .onDemand ? nil : user.rawValue), "idempotencyKey": JSONValue(idempotencyKey),
            "attempts": .number(JSONNumber(attempts)), "created": .string(created.rfc3339),
            "setAside": .string(setAside.rfc3339), "reason": .string(reason),
        ]
    }
}
