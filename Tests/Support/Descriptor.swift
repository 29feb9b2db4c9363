import CSpawn
import Foundation

/// An open file, closed when nobody uses it any more.
final class Descriptor: Sendable {
    let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// A file that exists.
    static func opening(_ path: String) throws -> Descriptor {
        let number = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard number >= 0 else { throw ChildProcess.Failure(text: "\(path) cannot be opened") }
        return Descriptor(number)
    }

    /// The two ends of a new pipe, which no program inherits by chance.
    static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
            // Darwin has no pipe2. Its programs inherit nothing they are not given, whenever they start.
            let isMade = unsafe Foundation.pipe(&ends) == 0
            for end in ends where isMade { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            if isMade { _ = fcntl(ends[1], F_SETNOSIGPIPE, 1) }
        #else
            let isMade = unsafe pipe2(&ends, O_CLOEXEC) == 0
        #endif
        guard isMade else { throw ChildProcess.Failure(text: "no pipe") }
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    /// The next bytes; none at the end. Blocks.
    func read() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
            repeat {
                count = unsafe Foundation.read(number, buffer.baseAddress, buffer.count)
            } while count < 0
                && errno == EINTR
            count = max(count, 0)
        }
    }

    /// Writes all bytes, or as many as the other end takes before it goes. Blocks.
    func write(_ bytes: [UInt8]) {
        Self.withoutBrokenPipe { writeAll(bytes) }
    }

    private func writeAll(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(number, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return }
            rest = rest.dropFirst(max(count, 0))
        }
    }

    /// Keeps SIGPIPE, which would end the tests, from the thread.
    private static func withoutBrokenPipe(_ body: () -> Void) {
        #if canImport(Darwin)
            body()  // The pipe itself sends none.
        #else
            var signals = sigset_t()
            var before = sigset_t()
            unsafe sigemptyset(&signals)
            unsafe sigaddset(&signals, SIGPIPE)
            unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
            body()
            var now = timespec()
            unsafe sigtimedwait(&signals, nil, &now)
            unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        #endif
    }
}
