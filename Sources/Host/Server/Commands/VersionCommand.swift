/// `fanfare version`
struct VersionCommand: Command {
    let syntax = CommandSyntax(name: "version", summary: "Print the version.")

    func run(_ arguments: ParsedArguments, in context: CommandContext) -> Int32 {
        context.surroundings.print("fanfare \(Fanfare.version)")
        return 0
    }
}
