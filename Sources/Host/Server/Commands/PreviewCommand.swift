import FanfareCore

/// `fanfare preview`
struct PreviewCommand: Command {
    private static let channel = CommandOption("--channel", "CHANNEL", "show only this channel's message")
    private static let to = CommandOption("--to", "ADDRESS", "whom it is for, with --channel")
    private static let output = CommandOption(
        "--output",
        "FILE|DIR",
        "write what is looked at with other programs, such as a mail's HTML, there"
    )

    let syntax = CommandSyntax(
        name: "preview",
        summary: "Show what a notification would say, without sending or storing it.",
        operands: ["TYPE"],
        options: [.configuration, TriggerArguments.data, channel, to, output, .json],
        details: "Channels with preview: true need no credentials for it."
    )

    /// One channel's message.
    fileprivate struct Shown {
        let channel: ChannelID
        let payload: Payload
        let preview: ChannelPreview
    }

    func run(_ arguments: ParsedArguments, in context: CommandContext) async throws -> Int32 {
        let trigger = try TriggerArguments(arguments, in: context)
        if arguments.has(Self.to), !arguments.has(Self.channel) {
            throw UsageError("fanfare preview needs --channel beside --to")
        }
        let workspace = context.workspace(arguments)
        let configuration = try workspace.configuration()
        let environment = workspace.environment(for: configuration, log: workspace.log(for: configuration))
        let registry = try configuration.registry(in: environment)
        let draft = try trigger.triggered(by: configuration.catalog).draft
        let shown = try await Self.shown(draft, arguments, configuration, registry)
        let written = try arguments.value(Self.output).map { try Self.write(shown, to: $0, in: context) } ?? [:]
        report(shown, of: draft.type, written, arguments, context)
        return 0
    }

    private func report(
        _ shown: [Shown],
        of type: NotificationType,
        _ written: [ChannelPreview.File: String],
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) {
        if arguments.has(.json) {
            let messages = shown.map { $0.json(written) }
            context.print(["type": .string(type.rawValue), "messages": .array(messages)])
            return
        }
        for (index, message) in shown.enumerated() {
            if shown.count > 1 {
                context.surroundings.print((index > 0 ? "\n" : "") + "=== \(message.channel.rawValue)")
            }
            context.surroundings.print(message.preview.text)
            for file in message.preview.files {
                if let path = written[file] { context.surroundings.print("\n(written to \(path))") }
            }
        }
    }
}

extension PreviewCommand {
    /// The messages of the channels that are asked for, in the order of `via`.
    private static func shown(
        _ draft: NotificationDraft,
        _ arguments: ParsedArguments,
        _ configuration: HostConfiguration,
        _ registry: ChannelRegistry
    ) async throws -> [Shown] {
        let only = arguments.value(channel).map { ChannelID(rawValue: $0) }
        let address = arguments.value(to)
        var recipient = HostRecipient(user: "preview")
        if let only, let address { recipient = HostRecipient(route: Route(channel: only, address: address)) }
        let renderings = draft.ways(recipient).flatMap(\.renderings)
        if let only, !renderings.contains(where: { $0.channel == only }) {
            let known = renderings.map(\.channel.rawValue).joined(separator: ", ")
            throw UsageError(
                "--channel: \(draft.type.rawValue) does not go by \"\(only.rawValue)\"; it goes by \(known)"
            )
        }
        var shown: [Shown] = []
        for rendering in renderings where only == nil || rendering.channel == only {
            let name = rendering.channel.rawValue
            let isRepeated = shown.contains { $0.channel == rendering.channel }
            guard !isRepeated, let channel = registry[rendering.channel],
                let configured = configuration.channels.first(where: { $0.id == rendering.channel })
            else { continue }
            do {
                let payload = try await rendering.message(recipient)
                try channel.validate(payload)
                let preview = try configured.preview(payload, address)
                shown.append(Shown(channel: rendering.channel, payload: payload, preview: preview))
            } catch {
                throw CommandFailure("\(name): there is no message to show: \(error)")
            }
        }
        return shown
    }

    /// Writes the files: the only one to the path itself, several, or one into a folder, below it.
    ///
    /// - Returns: Where each was written.
    private static func write(
        _ shown: [Shown],
        to output: String,
        in context: CommandContext
    ) throws -> [ChannelPreview.File: String] {
        let files = shown.flatMap(\.preview.files)
        let isFolder = output.hasSuffix("/") || context.surroundings.isFolder(output)
        guard isFolder || files.count == 1 else {
            throw UsageError("--output: there are \(files.count) files to write; name a folder, such as preview/")
        }
        var written: [ChannelPreview.File: String] = [:]
        for file in files {
            let path = isFolder ? (output.hasSuffix("/") ? output : output + "/") + file.name : output
            do {
                try context.surroundings.writeFile(path, file.content)
            } catch {
                throw CommandFailure("the file \(JSONValue.string(path).compactText) cannot be written")
            }
            written[file] = path
        }
        return written
    }
}

extension PreviewCommand.Shown {
    fileprivate func json(_ written: [ChannelPreview.File: String]) -> JSONValue {
        let message = try? JSONParser(.json).parse(Array(payload.json))
        let files = preview.files.compactMap { file in
            written[file].map { path -> JSONValue in
                ["name": .string(file.name), "mediaType": .string(file.mediaType), "path": .string(path)]
            }
        }
        var json: [String: JSONValue] = ["channel": .string(channel.rawValue), "message": message ?? .null]
        if !files.isEmpty { json["files"] = .array(files) }
        return .object(json)
    }
}
