import FanfareCore
internal import FoundationEssentials

/// The world a command runs in, all of it given: tests run commands without a process.
struct Surroundings: Sendable {
    /// The environment's variables.
    var variables: [String: String]
    var clock: any WallClock = .system
    /// Reads a file by its path from where the process runs.
    var readFile: @Sendable (String) throws -> [UInt8] = { path in
        Array(try Data(contentsOf: URL(filePath: path)))
    }
    /// Writes a file, and makes the folder it is in if there is none.
    var writeFile: @Sendable (String, [UInt8]) throws -> Void = { path, bytes in
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }
    /// Whether a path is that of a folder.
    var isFolder: @Sendable (String) -> Bool = { path in
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType == .typeDirectory
    }
    /// Prints a line of what was asked for.
    var print: @Sendable (String) -> Void = { Output.standard.write(Array("\($0)\n".utf8)) }
    /// Prints a line about what went wrong.
    var complain: @Sendable (String) -> Void = { Output.error.write(Array("\($0)\n".utf8)) }
    /// Where the log goes.
    var log: any LogOutput = DescriptorOutput()
    /// Whether the log goes to somebody at a terminal.
    var isTerminal = DescriptorOutput().isTerminal
    /// Begins to listen to the process's signals.
    var signals: @Sendable () -> AsyncStream<HostSignal> = { UnixSignals.stream() }
}
