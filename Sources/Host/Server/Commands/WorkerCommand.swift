/// `fanfare worker`
struct WorkerCommand: Command {
    let syntax = CommandSyntax(
        name: "worker",
        summary: "Send what is due, without the HTTP API.",
        options: [.configuration],
        details: "Any number of workers may share a store. Signals are answered as by serve."
    )

    func run(_ arguments: ParsedArguments, in context: CommandContext) async throws -> Int32 {
        try await Host(workspace: context.workspace(arguments), servesAPI: false, migrates: false).run()
    }
}
