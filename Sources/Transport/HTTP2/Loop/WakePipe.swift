#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// A pipe whose only purpose is to end a `poll` from another thread.
final class WakePipe: Sendable {
    /// The end to poll.
    let reader: Int32
    private let writer: Int32

    /// Opens the pipe; nil when the process has no descriptors left.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        reader = ends[0]
        writer = ends[1]
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Ends the poll. A pipe that is full has ended it already, so what `write` returns does not matter.
    func wake() {
        var byte: UInt8 = 0
        unsafe _ = write(writer, &byte, 1)
    }

    /// Forgets the calls of `wake` until now.
    func clear() {
        unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
            while unsafe read(reader, bytes.baseAddress, 64) == 64 {}
        }
    }
}
