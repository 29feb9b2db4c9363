/// `fanfare serve`
struct ServeCommand: Command {
    private static let migrate = CommandOption("--migrate", nil, "bring the store's schema up to date first")

    let syntax = CommandSyntax(
        name: "serve",
        summary: "Serve the HTTP API and send what is due.",
        options: [.configuration, migrate],
        details: "SIGHUP reads the configuration again, all or nothing. SIGTERM and SIGINT finish what is under way."
    )

    func run(_ arguments: ParsedArguments, in context: CommandContext) async throws -> Int32 {
        let workspace = context.workspace(arguments)
        return try await Host(workspace: workspace, servesAPI: true, migrates: arguments.has(Self.migrate)).run()
    }
}
