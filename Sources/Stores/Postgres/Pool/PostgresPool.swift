internal import FanfareBlocking
internal import Synchronization

/// Connections to one database, each on a thread of its own, for callers that must not block.
///
/// Calls are served in the order in which they came. A connection that was lost is replaced when it is needed next; after
/// attempts that failed, calls fail at once until the next one may be made (``DialBackoff``), or wait for the connections
/// that there still are.
final class PostgresPool: Sendable {
    /// How long a call waits for a connection, unless told otherwise.
    static let usualWaitLimit = Duration.seconds(15)

    private let location: PostgresLocation
    private let callLimit: Duration
    private let waitLimit: Duration
    private let members: [BlockingThread<PoolSession>]
    /// Requests to stop a statement block, and the statement's own thread is busy.
    private let canceller = BlockingThread(name: "postgres cancel", capacity: 256)
    private let state: Mutex<PoolState>
    private let reaper = Mutex(false)
    private let closers = Mutex<[CheckedContinuation<Void, Never>]>([])

    /// A pool without threads or connections.
    ///
    /// - Parameters:
    ///   - location: The database, and how many connections there may be.
    ///   - callLimit: How long the server may take for one call of a connection.
    ///   - waitLimit: How long a call waits for a connection.
    ///   - lineLimit: How many calls may wait.
    init(
        _ location: PostgresLocation,
        callLimit: Duration = PostgresConnection.usualCallLimit,
        waitLimit: Duration = usualWaitLimit,
        lineLimit: Int = 10_000
    ) {
        self.location = location
        self.callLimit = callLimit
        self.waitLimit = waitLimit
        self.members = (0..<location.poolSize).map { number in
            BlockingThread(name: "postgres \(number)", resource: { PoolSession() })
        }
        self.state = Mutex(PoolState(members: location.poolSize, lineLimit: lineLimit))
    }

    var statistics: PoolStatistics {
        state.withLock { state in
            PoolStatistics(
                open: state.connected.count,
                idle: state.idle.count,
                waiting: state.line.count,
                failures: state.backoff.failures
            )
        }
    }

    /// Starts the threads and makes one connection.
    ///
    /// - Throws: What is in the way. The pool is then closed.
    func open() async throws {
        do {
            for thread in members { try await thread.start() }
            try await canceller.start()
            state.withLock { if $0.phase == .new { $0.phase = .open } }
            try await run("connect") { _ in }
        } catch {
            await close()
            throw error
        }
    }

    /// Runs `body` with a connection, on the connection's thread.
    ///
    /// - Parameters:
    ///   - name: What errors call it.
    ///   - cancellable: Whether the server is told to stop when the calling task is cancelled; otherwise a body that has
    ///     begun is always finished. Waiting always ends.
    ///   - body: What to do; it may block, and must not keep the connection.
    /// - Throws: What `body` threw, ``PostgresError`` when it was not run, or `CancellationError`.
    func run<Value: Sendable>(
        _ name: String,
        cancellable: Bool = false,
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        let job = PoolJob(name, isCancellable: cancellable, deadline: .now + waitLimit)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isWanted = job.prepare { connection in
                    let answer = Self.answer(job, connection, body)
                    return { continuation.resume(with: answer) }
                }
                if isWanted { place(job, ahead: false) }
            }
        } onCancel: {
            cancel(job)
        }
    }

    /// Takes no more calls, finishes those that run or wait, and closes the connections.
    func close() async {
        await withCheckedContinuation { closer in
            closers.withLock { $0.append(closer) }
            state.withLock { $0.phase = .closing }
            finishClosing()
        }
        for thread in members { await thread.stop() }
        await canceller.stop()
    }

    // MARK: Callers

    private static func answer<Value>(
        _ job: PoolJob,
        _ connection: Result<PostgresConnection, any Error>,
        _ body: (PostgresConnection) throws -> Value
    ) -> Result<Value, any Error> {
        do { return .success(try body(connection.get())) } catch {
            return .failure(job.isStopped ? CancellationError() : error)
        }
    }

    private func place(_ job: PoolJob, ahead: Bool) {
        switch state.withLock({ $0.place(job, ahead: ahead, at: .now) }) {
        case .start(let first, let member): start(first, on: member)
        case .waiting: startReaper()
        case .refused(.poolBusy):
            job.fail(
                PostgresError(sqlState: .poolBusy, message: "too many calls wait for a connection", statement: job.name)
            )
        case .refused(let state):
            job.fail(PostgresError(sqlState: state, message: "the pool is not open", statement: job.name))
        }
    }

    private func cancel(_ job: PoolJob) {
        if let running = job.cancel() {
            // A full line of requests means that the server does not take them; its own timeout remains.
            try? canceller.submit { _ in running.send() }
        } else {
            state.withLock { $0.leave(job) }
            finishClosing()
        }
    }

    /// Lets those go who have waited too long. One task does it for all: as everybody waits equally long, the first in
    /// line is the first to go.
    private func startReaper() {
        guard
            reaper.withLock({ isRunning in
                defer { isRunning = true }
                return !isRunning
            })
        else { return }
        Task { [weak self] in
            while let next = self?.expire() { try? await Task.sleep(until: next, clock: .continuous) }
        }
    }

    private func expire() -> ContinuousClock.Instant? {
        let (expired, next) = state.withLock { state in
            let result = state.expire(at: .now)
            // Under the lock, so that who joins the line next starts another one.
            if result.next == nil { reaper.withLock { $0 = false } }
            return result
        }
        for job in expired {
            job.fail(
                PostgresError(sqlState: .poolBusy, message: "no connection became free in time", statement: job.name)
            )
        }
        finishClosing()
        return next
    }

    private func finishClosing() {
        guard state.withLock({ $0.phase == .closing && $0.isQuiet }) else { return }
        let finished = closers.withLock { closers in
            defer { closers = [] }
            return closers
        }
        for closer in finished { closer.resume() }
    }

    // MARK: Members

    private func start(_ job: PoolJob, on member: Int) {
        do {
            try members[member].submit { session in self.serve(job, member, &session) }
        } catch {
            _ = state.withLock { $0.release(member, isConnected: false, at: .now) }
            job.fail(PostgresError(sqlState: .poolClosed, message: error.description, statement: job.name))
        }
    }

    /// Runs a job and those that wait after it, on the member's thread.
    private func serve(_ job: PoolJob, _ member: Int, _ session: inout PoolSession) {
        var next: PoolJob? = job
        while let job = next {
            var answer: PoolJob.Answer?
            do {
                let connection = try session.connected(dial)
                state.withLock { $0.connect(member) }
                let (isReusable, reply) = job.run(on: connection)
                answer = reply
                if connection.link.isStuck, let cancellation = connection.cancellation {
                    try? canceller.submit { _ in cancellation.send() }
                }
                session.settle(isReusable: isReusable)
            } catch {
                let hasOthers = state.withLock { state in
                    state.disconnect(member)
                    return !state.connected.isEmpty
                }
                // As long as there are other connections, the job waits for one of them.
                if hasOthers { place(job, ahead: true) } else { job.fail(error) }
            }
            let isConnected = session.isConnected
            next = state.withLock { $0.release(member, isConnected: isConnected, at: .now) }
            // After the release, so that a caller's next call finds the member free.
            answer?()
        }
        finishClosing()
    }

    private func dial() throws -> PostgresConnection {
        if let reason = state.withLock({ $0.backoff.reason(at: .now) }) { throw reason }
        do {
            let connection = try PostgresConnection.dial(location, callLimit: callLimit)
            state.withLock { $0.backoff.succeed() }
            return connection
        } catch let error as PostgresError {
            state.withLock { $0.backoff.fail(error, at: .now, jitter: .random(in: 0...1)) }
            throw error
        }
    }
}
