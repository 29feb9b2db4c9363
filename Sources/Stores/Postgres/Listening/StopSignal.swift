internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// A word to a thread that waits with `poll`: a pipe whose end tells it to stop. It is given once.
final class StopSignal: Sendable {
    /// The file that becomes readable; -1 if the system gave no pipe, and then stopping takes as long as a wait does.
    let file: Int32
    private let writing: Mutex<Int32?>

    init() {
        var ends: [Int32] = [-1, -1]
        let isMade = unsafe pipe(&ends) == 0
        for end in ends where isMade { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        file = isMade ? ends[0] : -1
        writing = Mutex(isMade ? ends[1] : -1)
    }

    deinit {
        send()
        if file >= 0 { close(file) }
    }

    /// Tells the thread to stop.
    func send() {
        let end = writing.withLock { writing in
            defer { writing = nil }
            return writing
        }
        if let end, end >= 0 { close(end) }
    }

    /// Whether the thread has been told to stop.
    var isSent: Bool { writing.withLock { $0 == nil } }

    /// Blocks for a while, or until the thread is told to stop.
    func wait(for limit: Duration) {
        var files = [pollfd(fd: file, events: Int16(POLLIN), revents: 0)]
        unsafe _ = poll(&files, 1, Int32(clamping: Int64((limit / .milliseconds(1)).rounded(.up))))
    }
}
