/// The jobs of one thread and the states of its life; everything two threads share is in here.
///
///     idle → starting → running → stopping → stopped
///
/// Jobs are taken only while `running`, so none can be left behind by a start that fails or by a stop.
final class JobQueue<Resource: ~Copyable>: Sendable {
    typealias Job = @Sendable (inout Resource) -> Void

    private enum Phase { case idle, starting, running, stopping, stopped }

    private struct State {
        var phase = Phase.idle
        var waiting: [Job] = []
        /// Jobs taken and not yet finished: those waiting and those of the batch being run.
        var load = 0
        var thread: SystemThread?
        var stoppers: [CheckedContinuation<Void, Never>] = []
    }

    let name: String
    private let capacity: Int
    private let state = Monitor(State())

    init(name: String, capacity: Int) {
        self.name = name
        self.capacity = capacity
    }

    var load: Int { state.withLock { $0.load } }

    /// Takes a job, or says why not.
    func submit(_ job: @escaping Job) throws(BlockingThreadError) {
        try state.withLock { (state) throws(BlockingThreadError) in
            guard state.phase == .running else { throw error(.notRunning) }
            guard state.load < capacity else { throw error(.full) }
            state.waiting.append(job)
            state.load += 1
        }
    }

    /// Waits for jobs and hands out all that are waiting; nil when there are none and none will come.
    ///
    /// - Parameter finished: How many jobs of the batch before have been run.
    func next(finished: Int) -> [Job]? {
        state.withLock { $0.load -= finished }
        let batch = state.wait { state -> [Job]? in
            guard state.waiting.isEmpty else {
                defer { state.waiting = [] }
                return state.waiting
            }
            return state.phase == .running ? nil : []
        }
        return batch.isEmpty ? nil : batch
    }

    /// Starts the thread.
    func launch(_ body: @escaping @Sendable () -> Void) throws(BlockingThreadError) {
        try state.withLock { (state) throws(BlockingThreadError) in
            guard state.phase == .idle else { throw error(.alreadyStarted) }
            guard let thread = SystemThread(body) else { throw error(.refused) }
            state.phase = .starting
            state.thread = thread
        }
    }

    /// Jobs are taken from now on, unless the queue has been stopped meanwhile.
    func open() { state.withLock { if $0.phase == .starting { $0.phase = .running } } }

    /// No job is taken from now on; those waiting will be run.
    func close() {
        state.withLock { state in
            switch state.phase {
            case .idle: state.phase = .stopped
            case .starting, .running: state.phase = .stopping
            case .stopping, .stopped: break
            }
        }
    }

    /// The thread's last word: it has nothing left to do but to return.
    func end() {
        let stoppers = state.withLock { state in
            state.phase = .stopped
            defer { state.stoppers = [] }
            return state.stoppers
        }
        for stopper in stoppers { stopper.resume() }
    }

    /// Returns when the thread has said its last word.
    func ended() async {
        await withCheckedContinuation { stopper in
            let isStopped = state.withLock { state in
                guard state.phase != .stopped else { return true }
                state.stoppers.append(stopper)
                return false
            }
            if isStopped { stopper.resume() }
        }
    }

    /// The thread's handle, for the one who frees it; nil for all others.
    func takeThread() -> SystemThread? {
        state.withLock { state in
            defer { state.thread = nil }
            return state.thread
        }
    }

    private func error(_ code: BlockingThreadError.Code) -> BlockingThreadError {
        BlockingThreadError(code: code, thread: name)
    }
}
