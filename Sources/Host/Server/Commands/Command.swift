/// One of the program's commands.
protocol Command: Sendable {
    /// How it is called.
    var syntax: CommandSyntax { get }

    /// Does it.
    ///
    /// - Returns: The exit status.
    /// - Throws: `UsageError` or `ConfigurationError`, which end in status 2, or anything else, which ends in 1.
    func run(_ arguments: ParsedArguments, in context: CommandContext) async throws -> Int32
}
