import Foundation
import Synchronization

/// A host in a process of its own, which can be killed.
final class HostProcess: Sendable {
    /// What went wrong with the process itself.
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// Where it listens: `http://127.0.0.1:40000`.
    let address: String
    // Foundation's class is not Sendable; the lock is what makes sharing it safe.
    private let process: Mutex<ProcessBox>

    private struct ProcessBox: @unchecked Sendable {
        // Only touched under the lock of `process`.
        let process: Process
    }

    /// Starts a program of this package and waits until it listens.
    ///
    /// - Parameters:
    ///   - program: Its name.
    ///   - configuration: Its configuration file.
    init(_ program: String, configuration: URL) throws {
        let process = Process()
        let errors = Pipe()
        process.executableURL = try Self.folderOfPrograms().appending(path: program)
        process.arguments = ["serve", "--config", configuration.path]
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        address = try Self.address(in: errors.fileHandleForReading)
        // From here on nobody needs its log, but its pipe must not fill up.
        errors.fileHandleForReading.readabilityHandler = { handle in
            if handle.availableData.isEmpty { handle.readabilityHandler = nil }
        }
        self.process = Mutex(ProcessBox(process: process))
    }

    /// Kills it without warning and waits until it is gone.
    func kill() {
        process.withLock { box in
            Glibc.kill(box.process.processIdentifier, SIGKILL)
            box.process.waitUntilExit()
        }
    }

    /// Asks it to stop and waits until it has.
    ///
    /// - Returns: Its exit status.
    func stop() -> Int32 {
        process.withLock { box in
            box.process.terminate()
            box.process.waitUntilExit()
            return box.process.terminationStatus
        }
    }

    /// Reads the log up to the line that says where it listens; the end of the log means it did not start.
    private static func address(in log: FileHandle) throws -> String {
        var text = ""
        while true {
            let data = log.availableData
            if data.isEmpty { throw Failure(description: "it did not start: \(text)") }
            text += String(decoding: data, as: UTF8.self)
            for line in text.split(separator: "\n") where line.contains("\"listening\"") {
                guard let start = line.range(of: "\"address\":\"") else { continue }
                return "http://\(line[start.upperBound...].prefix { $0 != "\"" })"
            }
        }
    }

    /// Programs are built into the folder that holds the test bundle.
    private static func folderOfPrograms() throws -> URL {
        for bundle in CommandLine.arguments where bundle.hasSuffix(".xctest") {
            return URL(filePath: bundle).deletingLastPathComponent()
        }
        return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    }
}
