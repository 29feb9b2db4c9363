import Foundation
import Synchronization

/// A program that runs beside a test and is killed when the test is over.
final class ChildProcess: Sendable {
    struct Failure: Error { let text: String }

    private let process: Mutex<Process>
    private let output: Pipe

    /// Starts a program.
    init(_ path: String, _ arguments: [String]) throws {
        let process = Process()
        output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = Mutex(process)
    }

    deinit { kill() }

    /// The next line of the program's output; nil at its end. Blocks.
    func line() -> String? {
        var bytes: [UInt8] = []
        while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Ends the program and waits until it has ended.
    func kill() {
        process.withLock { process in
            guard process.isRunning else { return }
            process.terminate()
            process.waitUntilExit()
        }
    }

    /// Sends the program a signal.
    func signal(_ number: Int32) { process.withLock { _ = Foundation.kill($0.processIdentifier, number) } }

    /// Runs a program to its end.
    static func run(_ path: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(text: "\(path) \(process.terminationStatus)") }
    }
}
