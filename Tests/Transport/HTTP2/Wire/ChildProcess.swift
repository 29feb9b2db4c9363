import Foundation

/// A program that runs beside a test and is killed when the test is over.
///
/// Started with `posix_spawn`, because Foundation's `Process` needs a run loop to notice the end of its program.
final class ChildProcess: Sendable {
    struct Failure: Error { let text: String }

    private let identifier: pid_t
    private let input: Int32
    private let output: Int32

    /// Starts a program.
    init(_ path: String, _ arguments: [String]) throws {
        var toProgram: [Int32] = [-1, -1]
        var fromProgram: [Int32] = [-1, -1]
        // No other program started meanwhile may keep an end of them open.
        guard unsafe pipe(&toProgram) == 0, unsafe pipe(&fromProgram) == 0 else { throw Failure(text: "no pipe") }
        for end in toProgram + fromProgram { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer {
            close(toProgram[0])
            close(fromProgram[1])
        }
        (input, output) = (toProgram[1], fromProgram[0])
        identifier = try Self.spawn(path, arguments, input: toProgram[0], output: fromProgram[1])
    }

    deinit {
        close(input)
        close(output)
        _ = Foundation.kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
    }

    /// The next line of the program's output; nil at its end. Blocks.
    func line() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe read(output, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Gives the program a line to read.
    func write(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        unsafe _ = Foundation.write(input, bytes, bytes.count)
    }

    /// Runs a program to its end.
    static func run(_ path: String, _ arguments: [String]) throws {
        let nowhere = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nowhere) }
        let identifier = try spawn(path, arguments, input: nowhere, output: nowhere, errors: nowhere)
        var status: Int32 = 0
        unsafe _ = waitpid(identifier, &status, 0)
        guard status == 0 else { throw Failure(text: "\(path) ended with \(status)") }
    }

    private static func spawn(
        _ path: String,
        _ arguments: [String],
        input: Int32,
        output: Int32,
        errors: Int32 = STDERR_FILENO
    ) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        // A descriptor of another test that it kept open would keep that test waiting for its end.
        for descriptor in (STDERR_FILENO + 1)..<4096 {
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var texts = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe texts.forEach { unsafe free($0) } }
        var identifier: pid_t = 0
        guard unsafe posix_spawn(&identifier, path, &actions, nil, &texts, environ) == 0 else {
            throw Failure(text: "\(path) cannot be started")
        }
        return identifier
    }
}
