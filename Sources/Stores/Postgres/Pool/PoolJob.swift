internal import Synchronization

/// A call of the pool on its way: it waits, runs on a connection, and is answered exactly once.
final class PoolJob: Sendable {
    /// Hands the caller the result.
    typealias Answer = @Sendable () -> Void
    /// What runs on the connection's thread.
    typealias Work = @Sendable (Result<PostgresConnection, any Error>) -> Answer

    private enum Stage {
        /// Its work has not been given yet.
        case new
        case waiting(Work)
        /// Runs; what stops it, if it may be stopped.
        case running(PostgresCancellation?)
        /// Runs, and has been told to stop.
        case stopped
        case over
    }

    let name: String
    /// When it gives up waiting.
    let deadline: ContinuousClock.Instant
    private let isCancellable: Bool
    private let stage = Mutex(Stage.new)
    private let ticket = Mutex<Int?>(nil)

    init(_ name: String, isCancellable: Bool, deadline: ContinuousClock.Instant) {
        self.name = name
        self.isCancellable = isCancellable
        self.deadline = deadline
    }

    /// Its place in the line.
    var place: Int? {
        get { ticket.withLock(\.self) }
        set { ticket.withLock { $0 = newValue } }
    }

    /// Gives it its work; answers at once if the caller has been cancelled already.
    ///
    /// - Returns: Whether it is to be run.
    func prepare(_ work: @escaping Work) -> Bool {
        let isWanted = stage.withLock { stage in
            guard case .new = stage else { return false }
            stage = .waiting(work)
            return true
        }
        if !isWanted { work(.failure(CancellationError()))() }
        return isWanted
    }

    /// Runs its work on the connection's thread, unless it has been answered meanwhile.
    ///
    /// - Returns: Whether the connection can be used for others afterwards, as a request to stop may still be on its way;
    ///   and the caller's answer.
    func run(on connection: PostgresConnection) -> (isReusable: Bool, answer: Answer?) {
        let work = stage.withLock { stage -> Work? in
            guard case .waiting(let work) = stage else { return nil }
            stage = .running(isCancellable ? connection.cancellation : nil)
            return work
        }
        guard let work else { return (true, nil) }
        let answer = work(.success(connection))
        let isReusable = stage.withLock { stage in
            defer { stage = .over }
            if case .stopped = stage { return false }
            return true
        }
        return (isReusable, answer)
    }

    /// Answers with a failure, if it does not run yet.
    func fail(_ error: any Error) {
        let work = stage.withLock { stage -> Work? in
            switch stage {
            case .new: stage = .over
            case .waiting(let work):
                stage = .over
                return work
            case .running, .stopped, .over: break
            }
            return nil
        }
        work?(.failure(error))()
    }

    /// Whether it has been told to stop while it ran.
    var isStopped: Bool {
        stage.withLock { stage in
            if case .stopped = stage { return true }
            return false
        }
    }

    /// The caller wants no answer any more: fails if it waits; what is to be stopped if it runs.
    func cancel() -> PostgresCancellation? {
        let running = stage.withLock { stage -> PostgresCancellation? in
            guard case .running(let cancellation?) = stage else { return nil }
            stage = .stopped
            return cancellation
        }
        if running == nil { fail(CancellationError()) }
        return running
    }
}
