import FanfareCore

/// `fanfare copy`
struct CopyCommand: Command {
    private static let source = CommandOption("--from", "URL", "the store to read, such as sqlite:fanfare.db")
    private static let target = CommandOption(
        "--to",
        "URL",
        "the store to write; '$env:NAME' takes either URL from NAME"
    )
    private static let migrate = CommandOption("--migrate", nil, "bring the target's schema up to date first")
    private static let force = CommandOption("--force", nil, "copy also what workers hold; only if they are dead")

    /// After how many records there is a line of progress.
    private static let interval = 10_000

    let syntax = CommandSyntax(
        name: "copy",
        summary: "Copy devices and unsettled work to another store.",
        options: [source, target, migrate, force, .json],
        details: """
            Stop the hosts first: what both stores hold would be sent twice. Copied are all devices, what has not ended of
            notifications, and the idempotency keys that are still remembered. What has ended stays behind.
            The source is only read, and what the target has already is left as it is: a copy that broke off is
            completed by running it again, as long as no host has worked on the source in between. To go back some day,
            copy into a new store, not into this source.
            Relative paths start from the current folder.
            """
    )

    func run(_ arguments: ParsedArguments, in context: CommandContext) async throws -> Int32 {
        let from = try StoreArgument(Self.source, arguments, in: context)
        let to = try StoreArgument(Self.target, arguments, in: context)
        if from.isSame(as: to) { throw UsageError("--from and --to name the same store") }
        let environment = environment(in: context)
        let source = try await from.openSource(in: environment)
        let report: StoreCopyReport
        do {
            let target = try await to.openTarget(migrates: arguments.has(Self.migrate), in: environment)
            do {
                report = try await copy(source, target, arguments, context)
            } catch {
                await target.close()
                throw error
            }
            await target.close()
        } catch {
            await source.close()
            throw error
        }
        await source.close()
        show(report, from.location.scheme, to.location.scheme, arguments, context)
        return 0
    }

    private func copy(
        _ source: any Store,
        _ target: any Store,
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) async throws(CommandFailure) -> StoreCopyReport {
        var shown = 0
        do {
            return try await StoreCopy(from: source, to: target).run(evenIfHeld: arguments.has(Self.force)) { report in
                let total = report.devices.total + report.deliveries.total + report.keys.total
                guard !arguments.has(.json), total / Self.interval > shown else { return }
                shown = total / Self.interval
                context.surroundings.print(
                    "so far \(report.devices.total) devices, \(report.deliveries.total) deliveries, "
                        + "\(report.keys.total) idempotency keys"
                )
            }
        } catch let error as StoreInUse where !error.isCopied {
            throw CommandFailure(
                "\(error); stop the hosts first. If they are dead already, wait until their leases have run out, or add "
                    + "--force. Nothing was copied"
            )
        } catch let error as StoreInUse {
            throw CommandFailure(
                "\(error). What it sends the target would send again: stop the hosts, empty the target and copy anew"
            )
        } catch {
            throw CommandFailure("the copy broke off: \(error). Run it again to complete it")
        }
    }

    private func environment(in context: CommandContext) -> PluginEnvironment {
        let surroundings = context.surroundings
        let log = Logger(
            level: .info,
            format: .automatic(isTerminal: surroundings.isTerminal),
            clock: surroundings.clock,
            output: surroundings.log
        )
        return PluginEnvironment(clock: surroundings.clock, log: log, folder: "")
    }

    private func show(
        _ report: StoreCopyReport,
        _ from: String,
        _ to: String,
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) {
        let counts = [
            ("devices", report.devices), ("notifications", report.notifications), ("deliveries", report.deliveries),
            ("keys", report.keys), ("events", report.events),
        ]
        guard !arguments.has(.json) else {
            let json = counts.map { name, count -> (String, JSONValue) in
                (name, ["copied": .number(JSONNumber(count.copied)), "known": .number(JSONNumber(count.known))])
            }
            let all = [("from", .string(from)), ("to", .string(to))] + json
            context.print(.object(Dictionary(uniqueKeysWithValues: all)))
            return
        }
        var table = TextTable("FROM \(from.uppercased()) TO \(to.uppercased())", "COPIED", "THERE ALREADY")
        table.rows = counts.map { name, count in
            [name == "keys" ? "idempotency keys" : name, "\(count.copied)", "\(count.known)"]
        }
        let lines =
            table.lines + [
                "",
                "What has ended stays behind: settled deliveries, notifications without others, records of attempts.",
                "Now point `store` in the configuration at the new URL and start the hosts.",
                "Never start one on the old store again: it would send again what is unsettled there.",
            ]
        for line in lines { context.surroundings.print(line) }
    }
}

extension StoreCopyReport.Count {
    /// All that were seen.
    fileprivate var total: Int { copied + known }
}
