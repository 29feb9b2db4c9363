internal import Synchronization

/// The jobs that wait for a loop's thread, and whether it has to be woken for them.
///
/// However many jobs are posted, the thread is woken by one write, and by none while it is awake.
final class LoopMailbox<Resident>: Sendable {
    typealias Job = @Sendable (Resident) -> Void

    private struct State {
        var jobs: [Job] = []
        var isAsleep = false
        var isClosed = false
    }

    private let state = Mutex(State())
    private let pipe: WakePipe

    init(waking pipe: WakePipe) { self.pipe = pipe }

    /// Hands a job over; false if none is taken any more.
    func post(_ job: @escaping Job) -> Bool {
        let (isTaken, isAsleep) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.jobs.append(job)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if isAsleep { pipe.wake() }
        return isTaken
    }

    /// No job is taken from now on; the thread runs those it has, and ends.
    func close() {
        let isAsleep = state.withLock { state in
            state.isClosed = true
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if isAsleep { pipe.wake() }
    }

    /// Whether the thread may sleep; if so, the next one to post wakes it.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.jobs.isEmpty && !state.isClosed
            return state.isAsleep
        }
    }

    /// The thread is awake: nobody need wake it.
    func wakeUp() { state.withLock { $0.isAsleep = false } }

    /// The jobs that wait; nil when there are none and none will come.
    func take() -> [Job]? {
        state.withLock { state in
            guard state.jobs.isEmpty else {
                defer { state.jobs = [] }
                return state.jobs
            }
            return state.isClosed ? nil : []
        }
    }
}
