import TestPrograms

/// Programs that nobody here wrote.
enum Program {
    /// Runs a program to its end, at most for a minute.
    static func run(_ path: String, _ arguments: [String]) async throws -> (output: String, status: Int32) {
        try await ChildProcess.run(path, arguments, reading: .both, within: .seconds(60))
    }
}
