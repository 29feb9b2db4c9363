import Foundation
import Synchronization

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
        // All at once they would only keep each other from starting.
        await turns.enter()
        defer { turns.leave() }
        // On a thread of its own: reading blocks.
        return try await withCheckedThrowingContinuation { continuation in
            let running = Running(process: process, output: output)
            Thread.detachNewThread {
                continuation.resume(with: Result { try running.end() })
            }
        }
    }

    private static let turns = Turns(limit: 2)

    /// Lets so many at a time go on.
    private final class Turns: Sendable {
        private struct State {
            var free: Int
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state: Mutex<State>

        init(limit: Int) { state = Mutex(State(free: limit)) }

        func enter() async {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    guard state.free == 0 else {
                        state.free -= 1
                        return true
                    }
                    state.waiting.append(continuation)
                    return false
                }
                if isFree { continuation.resume() }
            }
        }

        func leave() {
            let next: CheckedContinuation<Void, Never>? = state.withLock { state in
                if state.waiting.isEmpty {
                    state.free += 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
            next?.resume()
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
