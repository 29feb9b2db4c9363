import FanfareCore

/// `fanfare notify`
struct NotifyCommand: Command {
    private static let to = CommandOption("--to", "USER", "send to a user", isRepeatable: true)
    private static let device = CommandOption("--device", "ID", "send to one registered device")
    private static let route = CommandOption("--route", "CHANNEL:ADDRESS", "send to a token or address")
    private static let environment = CommandOption(
        "--environment",
        "sandbox|production",
        "the provider environment of --route"
    )
    private static let appID = CommandOption("--app", "APPID", "the application of --route")
    private static let key = CommandOption("--idempotency-key", "KEY", "a second call with the key stores nothing")
    private static let delay = CommandOption("--delay", "DURATION", "send this much later, such as 10m")
    private static let expiresIn = CommandOption("--expires-in", "DURATION", "how long it is worth delivering")
    private static let priority = CommandOption("--priority", "high|normal|bulk", "how urgent it is")
    private static let collapseKey = CommandOption("--collapse-key", "KEY", "what newer notifications replace it by")

    let syntax = CommandSyntax(
        name: "notify",
        summary: "Send a notification.",
        operands: ["TYPE"],
        options: [
            .configuration, to, device, route, environment, appID, TriggerArguments.data, key, delay, expiresIn,
            priority, collapseKey,
            .json,
        ],
        details: "It is stored, and sent by the hosts and workers that share the store."
    )

    func run(_ arguments: ParsedArguments, in context: CommandContext) async throws -> Int32 {
        let targets = [Self.to, Self.device, Self.route].filter(arguments.has)
        guard targets.count == 1 else {
            throw UsageError("fanfare notify needs exactly one of --to, --device and --route")
        }
        let trigger = try TriggerArguments(arguments, in: context)
        let options = try Self.options(of: arguments)
        let receipts = try await context.withStore(arguments) { store, configuration, channels in
            let triggered = try trigger.triggered(by: configuration.catalog)
            let notify = Notifier(configuration, channels: channels, store: store, clock: context.surroundings.clock)
            return try await notify.submit(
                triggered.draft,
                to: try await Self.recipients(of: arguments, store, channels),
                options: options(triggered),
                fingerprint: Self.fingerprint(of: arguments, trigger)
            )
        }
        report(receipts, arguments, context)
        return 0
    }

    private func report(_ receipts: [Receipt], _ arguments: ParsedArguments, _ context: CommandContext) {
        if arguments.has(.json) {
            let isList = arguments.values(Self.to).count > 1
            let one = receipts.first?.json ?? .null
            context.print(isList ? ["notifications": .array(receipts.map(\.countingJSON))] : one)
            return
        }
        for receipt in receipts {
            let repeated = receipt.isRepeat ? " (stored before)" : ""
            context.surroundings.print("notification \(receipt.id)\(repeated)")
            for delivery in receipt.deliveries {
                let device = delivery.device.map { " to device \($0)" } ?? ""
                context.surroundings.print("  \(delivery.channel.rawValue): \(delivery.state.rawValue)\(device)")
            }
            for channel in receipt.skipped {
                context.surroundings.print("  \(channel.channel.rawValue): skipped, \(channel.reason.rawValue)")
            }
        }
    }
}

extension NotifyCommand {
    /// The call's own options, and for what it does not say those of the type.
    private static func options(
        of arguments: ParsedArguments
    ) throws(UsageError) -> @Sendable (TriggeredNotification) -> DeliveryOptions {
        let delay = try arguments.duration(delay)
        let expiresIn = try arguments.duration(expiresIn)
        let priority = try arguments.value(priority, expected: "high, normal or bulk") { Priority($0) }
        let (key, collapseKey) = (arguments.value(key), arguments.value(collapseKey))
        return { triggered in
            DeliveryOptions(
                delay: delay ?? .zero,
                expiresIn: expiresIn ?? triggered.expiresIn,
                priority: priority ?? triggered.priority ?? .normal,
                idempotencyKey: key,
                collapseKey: collapseKey ?? triggered.collapseKey
            )
        }
    }

    private static func recipients(
        of arguments: ParsedArguments,
        _ store: any Store,
        _ channels: ChannelRegistry
    ) async throws -> [any Notifiable] {
        if let text = arguments.value(device) {
            guard let id = DeviceID(text), let device = try await store.device(id) else {
                throw CommandFailure("there is no device \(text)")
            }
            return [HostRecipient(device: device)]
        }
        if let text = arguments.value(route) { return [HostRecipient(route: try route(text, arguments, channels))] }
        return arguments.values(to).map { HostRecipient(user: RecipientID(rawValue: $0)) }
    }

    private static func route(
        _ text: String,
        _ arguments: ParsedArguments,
        _ channels: ChannelRegistry
    ) throws -> Route {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { throw UsageError("--route needs CHANNEL:ADDRESS, such as mail:a@example.com") }
        let id = ChannelID(rawValue: String(parts[0]))
        guard let channel = channels[id] else {
            let known = channels.all.map(\.id.rawValue).joined(separator: ", ")
            throw UsageError("--route: there is no channel \"\(id.rawValue)\"; the channels are \(known)")
        }
        var address = String(parts[1])
        if case .devices(let platform) = channel.reach {
            do throws(DeviceToken.Invalid) {
                address = try DeviceToken(address, platform: platform).text
            } catch {
                throw UsageError("--route: the address \(error.description)")
            }
        }
        return Route(
            channel: id,
            address: address,
            environment: try arguments.value(environment, expected: "sandbox or production") {
                DeviceEnvironment(rawValue: $0)
            },
            appID: arguments.value(appID)
        )
    }

    /// What tells a repeat from another call with the same key: all of the call.
    private static func fingerprint(
        of arguments: ParsedArguments,
        _ trigger: TriggerArguments
    ) -> Fingerprint {
        var call = arguments.options.mapValues { JSONValue.array($0.map { .string($0) }) }
        for option in [CommandOption.configuration, .json] { call[option.name] = nil }
        call[TriggerArguments.data.name] = trigger.values
        call["type"] = .string(trigger.type.rawValue)
        return Fingerprint(of: JSONValue.object(call).canonicalText.utf8)
    }
}
