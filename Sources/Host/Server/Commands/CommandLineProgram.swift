import FanfareCore

/// The program's command line: finds the command, runs it, and words what goes wrong.
struct CommandLineProgram: Sendable {
    let plugins: PluginSet
    let surroundings: Surroundings

    private let commands: [any Command] = [
        ServeCommand(), WorkerCommand(), MigrateCommand(), CopyCommand(), NotifyCommand(), PreviewCommand(),
        DevicesCommand(),
        DeliveriesCommand(), EventsCommand(), CheckCommand(), VersionCommand(), HelpCommand(),
    ]

    init(plugins: PluginSet, surroundings: Surroundings) {
        self.plugins = plugins
        self.surroundings = surroundings
    }

    /// - Parameter arguments: What follows the program's name.
    /// - Returns: The exit status.
    func run(_ arguments: [String]) async -> Int32 {
        let context = CommandContext(plugins: plugins, surroundings: surroundings, commands: commands)
        do {
            let (command, rest) = try command(arguments)
            let parsed = try command.syntax.parse(rest)
            if parsed.has(.help) {
                surroundings.print(command.syntax.help)
                return 0
            }
            return try await command.run(parsed, in: context)
        } catch let error as UsageError {
            surroundings.complain("\(error.description); see fanfare help")
            return 2
        } catch let error as ConfigurationError {
            for fault in error.faults { surroundings.complain(fault.description) }
            return 2
        } catch {
            let text = String(describing: error)
            surroundings.complain("fanfare: " + text.split(whereSeparator: \.isNewline).joined(separator: " "))
            return 1
        }
    }

    private func command(_ arguments: [String]) throws(UsageError) -> (any Command, [String]) {
        guard var name = arguments.first else { throw UsageError("fanfare needs a command") }
        let aliases = ["--help": "help", "-h": "help", "--version": "version"]
        name = aliases[name] ?? name
        guard let command = commands.first(where: { $0.syntax.name == name }) else {
            let known = commands.map(\.syntax.name).joined(separator: ", ")
            throw UsageError("fanfare has no command \"\(name)\"; its commands are \(known)")
        }
        return (command, Array(arguments.dropFirst()))
    }
}
