internal import Synchronization

/// The loop of a client, which starts at first use.
final class ClientLoop: Sendable {
    private enum State {
        case unused
        case running(EventLoop<ClientResident>)
        case stopped
    }

    private let state = Mutex(State.unused)

    /// Runs a job on the loop.
    ///
    /// - Throws: ``HTTP2Failure`` if the loop is stopped or cannot start: the job is never run.
    func post(_ job: @escaping @Sendable (ClientResident) -> Void) throws(HTTP2Failure) {
        guard try loop().post(job) else { throw PoolInbox.closed }
    }

    /// Runs a job on the loop if there is one. For jobs that end something.
    func postIfRunning(_ job: @escaping @Sendable (ClientResident) -> Void) {
        guard case .running(let loop) = state.withLock({ $0 }) else { return }
        loop.post(job)
    }

    /// Lets what is under way come to its end, and ends the thread.
    func stop(within limit: Duration) async {
        let last = state.withLock { state in
            defer { state = .stopped }
            return state
        }
        guard case .running(let loop) = last else { return }
        await withCheckedContinuation { continuation in
            let isTaken = loop.post { $0.shutDown(within: limit) { continuation.resume() } }
            if !isTaken { continuation.resume() }
        }
        await loop.stop()
    }

    private func loop() throws(HTTP2Failure) -> EventLoop<ClientResident> {
        try state.withLock { (state) throws(HTTP2Failure) in
            switch state {
            case .running(let loop): return loop
            case .stopped: throw PoolInbox.closed
            case .unused:
                do {
                    let loop = try EventLoop { ClientResident($0) }
                    state = .running(loop)
                    return loop
                } catch {
                    throw HTTP2Failure(.notSent, .exhausted, detail: "the system has no more threads or descriptors")
                }
            }
        }
    }
}

extension ClientLoop: TaskExecutor {
    /// Runs a step of a task on the loop; without a loop where tasks run otherwise, as none may be lost.
    func enqueue(_ job: consuming ExecutorJob) {
        let step = TaskStep(job, on: self)
        guard let loop = try? loop(), loop.post(step) else { return step.runElsewhere() }
    }
}
