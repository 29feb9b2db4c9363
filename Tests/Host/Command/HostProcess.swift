import Foundation
import TestPrograms

/// A host in a process of its own, which can be killed.
final class HostProcess: Sendable {
    /// What went wrong with the process itself.
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// Where it listens: `http://127.0.0.1:40000`.
    let address: String
    private let process: ChildProcess

    private init(_ process: ChildProcess, address: String) {
        self.process = process
        self.address = address
    }

    /// The number of the process.
    var identifier: Int32 { process.identifier }

    /// Starts a program of this package and waits until it works, and listens if it serves the API.
    ///
    /// - Parameters:
    ///   - program: Its name.
    ///   - arguments: The subcommand with its options.
    ///   - configuration: Its configuration file.
    static func start(
        _ program: String,
        _ arguments: [String] = ["serve"],
        configuration: URL
    ) async throws -> HostProcess {
        let path = folderOfPrograms().appending(path: program).path
        let process = try ChildProcess(path, arguments + ["--config", configuration.path], reading: .errors)
        process.finishInput()
        return HostProcess(process, address: try await address(in: process))
    }

    /// Sends it a signal.
    func signal(_ number: Int32) { process.signal(number) }

    /// Whether it stands still, as Linux tells; elsewhere it is believed to.
    var hasStopped: Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8) else { return true }
        // The state follows the name, which ends at the last parenthesis.
        return text.split(separator: ")").last?.split(separator: " ").first == "T"
    }

    /// Kills it without warning and waits until it is gone.
    func kill() async {
        process.signal(SIGKILL)
        _ = await process.wait()
    }

    /// Asks it to stop and waits until it has.
    ///
    /// - Returns: Its exit status.
    func stop() async -> Int32 {
        process.signal(SIGTERM)
        return await process.wait()
    }

    /// Reads the log up to the line that says that it has started, and the one before that says where it listens; the end
    /// of the log means that it did not start.
    ///
    /// - Returns: The address; nothing if it does not listen.
    private static func address(in process: ChildProcess) async throws -> String {
        var text = ""
        var address = ""
        while let line = await process.line() {
            text += line + "\n"
            if line.contains(#""started""#) { return address }
            guard line.contains(#""listening""#), let start = line.firstRange(of: #""address":""#) else { continue }
            address = "http://\(line[start.upperBound...].prefix { $0 != "\"" })"
        }
        throw Failure(description: "it did not start: \(text)")
    }

    /// Programs are built into the folder that holds the test bundle.
    static func folderOfPrograms() -> URL {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(filePath: bundle).deletingLastPathComponent()
    }
}
