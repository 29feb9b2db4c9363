import Foundation
import Synchronization

/// What is known of a running program, and who waits for more of it.
final class ChildState: Sendable {
    struct Value {
        /// What it has written and nobody has taken.
        var output: [UInt8] = []
        var isOutputComplete = false
        /// Nil as long as it runs.
        var status: Int32?
        fileprivate var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let identifier: pid_t
    private let value = Mutex(Value())

    init(_ identifier: pid_t) { self.identifier = identifier }

    /// Watches a program from two threads: both calls block, and must not do so on a pool.
    func watch(_ output: Descriptor?) {
        Thread.detachNewThread {
            while let bytes = output?.read(), !bytes.isEmpty { self.change { $0.output += bytes } }
            self.change { $0.isOutputComplete = true }
        }
        Thread.detachNewThread {
            // Its number stays its own until it is reaped, and that happens under the lock: no signal meets a stranger.
            var information = unsafe siginfo_t()
            while unsafe waitid(P_PID, id_t(self.identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            self.change { value in
                var status: Int32 = 0
                unsafe _ = waitpid(self.identifier, &status, 0)
                let signal = status & 0x7F
                value.status = signal == 0 ? (status >> 8) & 0xFF : -signal
            }
        }
    }

    /// Sends a signal to the program; it does nothing once that is over.
    func signal(_ number: Int32) {
        value.withLock { value in
            if value.status == nil { kill(identifier, number) }
        }
    }

    /// Changes what is known, and wakes who waits.
    func change(_ body: (inout sending Value) -> Void) {
        let waiting = value.withLock { value in
            body(&value)
            defer { value.waiting = [] }
            return value.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until something can be taken.
    func take<Taken: Sendable>(_ body: (inout Value) -> Taken?) async -> Taken {
        while true {
            var taken: Taken?
            await withCheckedContinuation { continuation in
                let isTaken = value.withLock { value in
                    taken = body(&value)
                    if taken == nil { value.waiting.append(continuation) }
                    return taken != nil
                }
                if isTaken { continuation.resume() }
            }
            if let taken { return taken }
        }
    }
}
