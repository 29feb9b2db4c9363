internal import Dispatch

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Sockets of clients that were answered before their body had been read.
///
/// Closing a socket with unread bytes makes TCP reset the connection, and a reset can overtake the answer: the client
/// reports a broken connection in place of a 413. So a duplicate of the descriptor is kept for a moment, and what still
/// arrives is read and thrown away (RFC 9112, 9.6). At most `limit` of them, for at most `patience` each.
final class LingeringSockets: Sendable {
    private let limit = 64
    private let patience = DispatchTimeInterval.seconds(2)
    private let queue = DispatchQueue(label: "fanfare.http.lingering")
    private let count = Guarded(0)

    /// Keeps a duplicate of `socket` open and reads it until the client closes its side or the time is over.
    func keep(_ socket: Int32) {
        let isFull = count.withLock { count in
            guard count < limit else { return true }
            count += 1
            return false
        }
        guard !isFull else { return }
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return count.withLock { $0 -= 1 } }

        // Never written again, and a dispatch source is safe on any thread; Dispatch on Linux merely does not say so.
        nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: copy, queue: queue)
        unsafe source.setEventHandler {
            // The handler keeps its source alive; cancelling lets go of both. The socket does not block.
            var scratch = [UInt8](repeating: 0, count: 64 << 10)
            let taken = unsafe recv(copy, &scratch, scratch.count, 0)
            if taken == 0 || (taken < 0 && errno != EAGAIN && errno != EINTR) { unsafe source.cancel() }
        }
        unsafe source.setCancelHandler { [self] in
            close(copy)
            count.withLock { $0 -= 1 }
        }
        queue.asyncAfter(deadline: .now() + patience) { unsafe source.cancel() }
        unsafe source.activate()
    }
}
