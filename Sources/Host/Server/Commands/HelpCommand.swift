/// `fanfare help [COMMAND]`
struct HelpCommand: Command {
    let syntax = CommandSyntax(
        name: "help",
        summary: "Explain the program, or one command.",
        operands: ["COMMAND"],
        allowsFewerOperands: true
    )

    func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> Int32 {
        if let name = arguments.operands.first {
            guard let command = context.commands.first(where: { $0.syntax.name == name }) else {
                throw UsageError("fanfare has no command \"\(name)\"")
            }
            context.surroundings.print(command.syntax.help)
            return 0
        }
        let width = context.commands.map(\.syntax.name.count).max() ?? 0
        let lines = context.commands.map(\.syntax).map { syntax in
            "  " + syntax.name + String(repeating: " ", count: width - syntax.name.count + 2) + syntax.summary
        }
        context.surroundings.print(
            (["fanfare COMMAND [OPTIONS]", "", "Sends notifications through every channel there is.", "", "Commands:"]
                + lines + [
                    "", "Exit status: 0 done, 1 failed, 2 wrong usage or configuration.",
                    "FANFARE_STORE and FANFARE_LISTEN in the environment override the configuration file.",
                ])
                .joined(separator: "\n")
        )
        return 0
    }
}
