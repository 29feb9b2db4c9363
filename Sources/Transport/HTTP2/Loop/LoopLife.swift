internal import FanfareBlocking
internal import Synchronization

/// Whether a loop's thread still runs, and who waits for its end.
final class LoopLife: Sendable {
    private struct State {
        var thread: SystemThread?
        var hasEnded = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Keeps the thread's handle for the one who frees it.
    func begin(_ thread: SystemThread) { state.withLock { $0.thread = thread } }

    /// The thread's last word: it has only to return.
    func end() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when the thread has ended, to every caller.
    func ended() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiting.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
        // It has only to return, so this waits for microseconds.
        takeThread()?.join()
    }

    /// Nobody waits for the thread: it frees itself when it ends.
    func abandon() { takeThread()?.detach() }

    private func takeThread() -> SystemThread? {
        state.withLock { state in
            defer { state.thread = nil }
            return state.thread
        }
    }
}
