import Foundation
import Synchronization

/// A host in a process of its own, which can be killed.
///
/// The calls that wait for the process do so on threads of their own: other tests run on the pool.
final class HostProcess: Sendable {
    /// What went wrong with the process itself.
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// Foundation's class is not Sendable: it is reached under the lock only.
    private struct Box: @unchecked Sendable { let process: Process }

    /// Where it listens: `http://127.0.0.1:40000`.
    let address: String
    private let box: Mutex<Box>

    private init(_ box: Box, address: String) {
        self.box = Mutex(box)
        self.address = address
    }

    /// Starts a program of this package and waits until it listens.
    ///
    /// - Parameters:
    ///   - program: Its name.
    ///   - configuration: Its configuration file.
    static func start(_ program: String, configuration: URL) async throws -> HostProcess {
        try await onThread {
            let process = Process()
            let errors = Pipe()
            process.executableURL = try folderOfPrograms().appending(path: program)
            process.arguments = ["serve", "--config", configuration.path]
            process.standardError = errors
            process.standardOutput = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let address = try address(in: errors.fileHandleForReading)
            // From here on nobody needs its log, but its pipe must not fill up.
            errors.fileHandleForReading.readabilityHandler = { handle in
                if handle.availableData.isEmpty { handle.readabilityHandler = nil }
            }
            return HostProcess(Box(process: process), address: address)
        }
    }

    /// Kills it without warning and waits until it is gone.
    func kill() async throws {
        _ = try await end { Foundation.kill($0.processIdentifier, SIGKILL) }
    }

    /// Asks it to stop and waits until it has.
    ///
    /// - Returns: Its exit status.
    func stop() async throws -> Int32 { try await end { $0.terminate() } }

    private func end(_ how: @escaping @Sendable (Process) -> Void) async throws -> Int32 {
        try await Self.onThread {
            self.box.withLock { box in
                how(box.process)
                box.process.waitUntilExit()
                return box.process.terminationStatus
            }
        }
    }

    private static func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
        }
    }

    /// Reads the log up to the line that says where it listens; the end of the log means that it did not start.
    private static func address(in log: FileHandle) throws -> String {
        var text = ""
        while true {
            let data = log.availableData
            if data.isEmpty { throw Failure(description: "it did not start: \(text)") }
            text += String(decoding: data, as: UTF8.self)
            for line in text.split(separator: "\n") where line.contains(#""listening""#) {
                guard let start = line.firstRange(of: #""address":""#) else { continue }
                return "http://\(line[start.upperBound...].prefix { $0 != "\"" })"
            }
        }
    }

    /// Programs are built into the folder that holds the test bundle.
    private static func folderOfPrograms() throws -> URL {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(filePath: bundle).deletingLastPathComponent()
    }
}
