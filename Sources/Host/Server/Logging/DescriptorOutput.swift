import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Log lines to a file descriptor, in practice standard error.
///
/// Each line is one `write(2)` under a lock, so lines never mix. A reader that does not keep up, a closed pipe or a full
/// disk costs lines, not time: the first line that finds no room waits for ``patience``, those after it not at all
/// until there is room again.
///
/// The process must ignore `SIGPIPE`, which is up to the host: otherwise writing to a closed pipe ends it.
final class DescriptorOutput: LogOutput {
    /// How long a line waits for a full pipe, in milliseconds as `poll(2)` has it.
    static var patience: Int32 { 50 }

    private struct State {
        /// The last line found no room.
        var isFull = false
        /// The last write ended inside a line, as on a disk that filled up.
        var isMidLine = false
    }

    private let descriptor: Int32
    private let state = Mutex(State())

    /// Creates an output.
    ///
    /// - Parameter descriptor: An open file descriptor, by default standard error; the caller keeps it open.
    init(_ descriptor: Int32 = STDERR_FILENO) { self.descriptor = descriptor }

    /// Whether somebody sits at the other end.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    func write(_ line: [UInt8]) -> Bool {
        state.withLock { state in
            var rest = (state.isMidLine ? [UInt8(ascii: "\n")] : []) + line
            // One round in practice; the others are for interruptions and for disks that fill up.
            while !rest.isEmpty {
                guard hasRoom(waiting: state.isFull ? 0 : Self.patience) else { break }
                let count = unsafe rest.withUnsafeBytes { unsafe writeBytes(descriptor, $0) }
                if count > 0 {
                    state.isMidLine = count < rest.count
                    rest.removeFirst(count)
                } else if count == 0 || errno != EINTR {
                    break
                }
            }
            state.isFull = !rest.isEmpty
            return rest.isEmpty
        }
    }

    /// Asks before writing, because a descriptor shared with others may block: `O_NONBLOCK` belongs to the open file, and
    /// setting it would change it for the shell or supervisor that holds the other copies.
    private func hasRoom(waiting milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        var count: Int32
        repeat {
            count = unsafe poll(&request, 1, milliseconds)
        } while count < 0 && errno == EINTR
        return count == 1 && request.revents & Int16(POLLOUT) != 0
    }
}

/// `write(2)`, which the method of that name hides.
@unsafe private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
