import Foundation

/// Programs that nobody here wrote.
enum Program {
    /// Runs a program to its end, at most for half a minute.
    static func run(_ path: String, _ arguments: [String]) async throws -> (output: String, status: Int32) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        // On a thread of its own: reading blocks.
        return try await withCheckedThrowingContinuation { continuation in
            let running = Running(process: process, output: output)
            Thread.detachNewThread {
                continuation.resume(with: Result { try running.end() })
            }
        }
    }

    /// Safe to send: it is handed over once, and used by the one thread it was handed to.
    private struct Running: @unchecked Sendable {
        let process: Process
        let output: Pipe

        func end() throws -> (output: String, status: Int32) {
            try process.run()
            // It is kept until then, so it must not keep the process and its pipe.
            let alarm = DispatchWorkItem { [number = process.processIdentifier] in _ = kill(number, SIGTERM) }
            DispatchQueue.global().asyncAfter(deadline: .now() + 30, execute: alarm)
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            alarm.cancel()
            return (text, process.terminationStatus)
        }
    }
}
