internal import Synchronization

/// The jobs and the steps of tasks that wait for a loop's thread, and whether it has to be woken for them.
///
/// However many are posted, the thread is woken by one write, and by none while it is awake.
final class LoopMailbox<Resident>: Sendable {
    typealias Job = @Sendable (Resident) -> Void

    private struct State {
        var jobs: [Job] = []
        var steps: [TaskStep] = []
        var isAsleep = false
        var isClosed = false

        var isEmpty: Bool { jobs.isEmpty && steps.isEmpty }
    }

    private let state = Mutex(State())
    private let pipe: WakePipe

    init(waking pipe: WakePipe) { self.pipe = pipe }

    /// Hands a job over; false if none is taken any more.
    func post(_ job: @escaping Job) -> Bool { handOver { $0.jobs.append(job) } }

    /// Hands over a step of a task; false if none is taken any more.
    func post(_ step: TaskStep) -> Bool { handOver { $0.steps.append(step) } }

    private func handOver(_ add: (inout State) -> Void) -> Bool {
        let (isTaken, isAsleep) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            add(&state)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if isAsleep { pipe.wake() }
        return isTaken
    }

    /// Nothing is taken from now on; the thread runs what it has, and ends.
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
            state.isAsleep = state.isEmpty && !state.isClosed
            return state.isAsleep
        }
    }

    /// The thread is awake: nobody need wake it.
    func wakeUp() { state.withLock { $0.isAsleep = false } }

    /// What waits; nil when there is nothing and nothing will come.
    func take() -> (jobs: [Job], steps: [TaskStep])? {
        state.withLock { state in
            if state.isEmpty { return state.isClosed ? nil : ([], []) }
            defer { (state.jobs, state.steps) = ([], []) }
            return (state.jobs, state.steps)
        }
    }

    /// Whether steps of tasks wait.
    var hasSteps: Bool { state.withLock { !$0.steps.isEmpty } }
}
