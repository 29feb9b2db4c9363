import Foundation
import Synchronization

/// A program that runs beside a test, and is killed when nobody refers to it any more.
///
/// It gets three files and no other one of this process, no blocked signals, and every signal's default action. Nothing
/// here blocks; a task that is cancelled while it waits for a program kills it.
public final class ChildProcess: Sendable {
    /// Why a program did not do what a test needs.
    public struct Failure: Error, CustomStringConvertible {
        /// The reason in words.
        public let description: String

        /// Makes one with a reason in words.
        public init(text: String) { description = text }
    }

    /// What a test reads of a program.
    public enum Reading: Sendable {
        /// Its output; its errors go where those of the tests go.
        case output
        /// Its errors; its output goes nowhere.
        case errors
        /// Both, as they come.
        case both
        /// Neither: both go nowhere.
        case nothing
    }

    /// The number of the process.
    public let identifier: Int32
    private let state: ChildState
    private let input: Mutex<Descriptor?>
    /// Writing blocks when the program does not read.
    private let writing = DispatchQueue(label: "input")

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: Its file.
    ///   - arguments: Its arguments, without its name.
    ///   - reading: What is read of it.
    ///   - environment: Its variables; nil for those of this process.
    /// - Throws: ``Failure`` if it cannot be started.
    public init(
        _ path: String,
        _ arguments: [String] = [],
        reading: Reading = .output,
        environment: [String: String]? = nil
    ) throws {
        let nowhere = try Descriptor.opening("/dev/null")
        let toProgram = try Descriptor.pipe()
        let fromProgram = reading == .nothing ? nil : try Descriptor.pipe()
        let output = fromProgram?.writing ?? nowhere
        identifier = try withExtendedLifetime((nowhere, toProgram, fromProgram)) {
            let files =
                switch reading {
                case .output: [output.number, STDERR_FILENO]
                case .errors: [nowhere.number, output.number]
                case .both, .nothing: [output.number, output.number]
                }
            return try Spawn.start(path, arguments, files: [toProgram.reading.number] + files, environment: environment)
        }
        input = Mutex(toProgram.writing)
        state = ChildState(identifier)
        state.watch(fromProgram?.reading)
    }

    deinit { state.signal(SIGKILL) }

    /// Gives the program something to read.
    public func write(_ text: String) {
        guard let input = input.withLock(\.self) else { return }
        writing.async { input.write(Array(text.utf8)) }
    }

    /// Lets the program's input end after what was written.
    public func finishInput() { input.withLock { $0 = nil } }

    /// Sends the program a signal, unless it has ended.
    public func signal(_ number: Int32) { state.signal(number) }

    /// The next line of what is read of the program; nil at its end.
    public func line() async -> String? {
        await take { value -> String?? in
            if let end = value.output.firstIndex(of: UInt8(ascii: "\n")) {
                defer { value.output.removeFirst(end + 1) }
                return String(decoding: value.output[..<end], as: UTF8.self)
            }
            guard value.isOutputComplete else { return nil }
            defer { value.output = [] }
            return .some(value.output.isEmpty ? nil : String(decoding: value.output, as: UTF8.self))
        }
    }

    /// Waits until the program has ended.
    ///
    /// - Returns: Its exit status; if a signal has ended it, minus the signal's number.
    public func wait() async -> Int32 { await take { $0.status } }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - path: Its file.
    ///   - arguments: Its arguments, without its name.
    ///   - input: All that it gets to read.
    ///   - reading: What is read of it.
    ///   - limit: When it is killed, and its output is complete whoever still has it open.
    /// - Returns: What was read, and the status as from ``wait()``.
    /// - Throws: ``Failure`` if it cannot be started.
    public static func run(
        _ path: String,
        _ arguments: [String] = [],
        input: String = "",
        reading: Reading = .output,
        within limit: Duration = .seconds(60)
    ) async throws -> (output: String, status: Int32) {
        let child = try ChildProcess(path, arguments, reading: reading)
        child.write(input)
        child.finishInput()
        let alarm = Task {
            try await Task.sleep(for: limit)
            child.giveUp()
        }
        defer { alarm.cancel() }
        return await child.take { value in
            guard value.isOutputComplete, let status = value.status else { return nil }
            return (String(decoding: value.output, as: UTF8.self), status)
        }
    }

    private func take<Taken: Sendable>(_ body: @escaping @Sendable (inout ChildState.Value) -> Taken?) async -> Taken {
        await withTaskCancellationHandler {
            await state.take(body)
        } onCancel: {
            giveUp()
        }
    }

    private func giveUp() {
        state.signal(SIGKILL)
        state.change { $0.isOutputComplete = true }
    }
}
