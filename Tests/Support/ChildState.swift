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
        fileprivate var waiting: [Attempt] = []
    }

    /// Takes something, if it can, and tells how to wake who waits for it.
    ///
    /// It is made where something changes: a task that woke for every piece of output would wait for its turn each time.
    fileprivate typealias Attempt = @Sendable (inout Value) -> Waking?
    fileprivate typealias Waking = @Sendable () -> Void

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

    /// Changes what is known, and wakes whose turn it is.
    func change(_ body: (inout sending Value) -> Void) {
        let wakings = value.withLock { value in
            body(&value)
            var wakings: [Waking] = []
            let waiting = value.waiting
            value.waiting = []
            for attempt in waiting {
                if let waking = attempt(&value) { wakings.append(waking) } else { value.waiting.append(attempt) }
            }
            return wakings
        }
        for waking in wakings { waking() }
    }

    /// Waits until something can be taken.
    func take<Taken: Sendable>(_ body: @escaping @Sendable (inout Value) -> Taken?) async -> Taken {
        await withCheckedContinuation { (continuation: CheckedContinuation<Taken, Never>) in
            let attempt: Attempt = { value in
                guard let taken = body(&value) else { return nil }
                return { continuation.resume(returning: taken) }
            }
            let waking = value.withLock { value -> Waking? in
                let waking = attempt(&value)
                if waking == nil { value.waiting.append(attempt) }
                return waking
            }
            waking?()
        }
    }
}
