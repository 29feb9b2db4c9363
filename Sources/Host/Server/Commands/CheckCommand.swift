import FanfareCore

/// `fanfare check`
struct CheckCommand: Command {
    private static let offline = CommandOption("--offline", nil, "leave the providers out")

    let syntax = CommandSyntax(
        name: "check",
        summary: "Try the configuration and every credential, without sending.",
        options: [.configuration, offline, .json],
        details: "Exit status 2 for a fault in the configuration or a credential, 1 for what cannot be reached."
    )

    func run(_ arguments: ParsedArguments, in context: CommandContext) async throws -> Int32 {
        let workspace = context.workspace(arguments)
        let configuration = try workspace.configuration()
        let environment = workspace.environment(for: configuration, log: workspace.log(for: configuration))
        _ = try configuration.registry(in: environment)
        var findings: [(place: String, finding: CheckFinding)] = []
        let (plugin, location) = (configuration.store.plugin, configuration.store.location)
        findings.append(("store", await plugin.check(location, in: environment)))
        if !arguments.has(Self.offline) {
            for channel in configuration.channels where !channel.isPreview {
                let place = "channels.\(channel.id.rawValue)"
                findings += await channel.check(environment).map { (place, $0) }
            }
        }
        report(findings, arguments, context)
        let results = findings.map(\.finding.result)
        return results.contains(.misconfigured) ? 2 : results.contains(.unreachable) ? 1 : 0
    }

    private func report(
        _ findings: [(place: String, finding: CheckFinding)],
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) {
        let items = findings.map { place, finding in
            let json: JSONValue = [
                "path": .string(place), "subject": .string(finding.subject), "result": .string(finding.result.word),
                "detail": .string(finding.detail),
            ]
            return (json: json, line: "\(place): \(finding.subject) \(finding.result.word): \(finding.detail)", finding)
        }
        if arguments.has(.json) { context.print(["items": .array(items.map(\.json))]) }
        for (_, line, finding) in items {
            if finding.result != .works { context.surroundings.complain(line) }
            if finding.result == .works, !arguments.has(.json) { context.surroundings.print(line) }
        }
        if !arguments.has(.json), items.allSatisfy({ $0.2.result == .works }) {
            context.surroundings.print("the configuration is right")
        }
    }
}

extension CheckFinding.Result {
    /// The word for it in what `check` prints.
    fileprivate var word: String {
        switch self {
        case .works: "works"
        case .misconfigured: "is misconfigured"
        case .unreachable: "cannot be reached"
        }
    }
}
