internal import Synchronization

/// The connections to one server with one credential.
///
/// Connections are opened when requests need them. A request that certainly was not processed is given to another
/// connection by itself: when its connection ended before it was written, when the peer refused its stream, when it lay
/// beyond the last stream of a GOAWAY.
public final class HTTP2Pool: Sendable {
    private let setup: PoolSetup
    private let loop: ClientLoop

    init(_ setup: PoolSetup, _ loop: ClientLoop) {
        self.setup = setup
        self.loop = loop
    }

    deinit { loop.postIfRunning { [setup] in $0.forget(setup) } }

    /// Sends a request and waits for its answer.
    ///
    /// Cancelling the caller resets the request's stream and disturbs no other.
    ///
    /// - Throws: ``HTTP2Failure``, which says whether the peer may have acted on the request. `CancellationError` if the
    ///   caller was cancelled before anything was written.
    public func send(_ request: HTTP2Request) async throws -> HTTP2Response {
        guard request.isValid else { throw HTTP2Failure(.notSent, .invalidRequest) }
        try Task.checkCancellation()
        let since = ContinuousClock.now
        let ticket = setup.inbox.ticket()
        if try !setup.inbox.takePlace() { try await setup.inbox.waitForPlace(ticket) }
        return try await withTaskCancellationHandler {
            try await unsafe withUnsafeThrowingContinuation { continuation in
                let caller = unsafe Caller(continuation)
                let waiting = WaitingRequest(ticket: ticket, request: request, caller: caller, since: since)
                wake(setup.inbox.add(waiting))
                // A cancellation that came before the line above found no request to take back.
                if Task.isCancelled { wake(setup.inbox.cancel(ticket)) }
            }
        } onCancel: {
            wake(setup.inbox.cancel(ticket))
        }
    }

    /// Gives a connection no new requests. What is under way there comes to its end, and then it is closed.
    public func retire(_ connection: HTTP2ConnectionID) {
        loop.postIfRunning { [setup] in $0.core(of: setup).retire(connection) }
    }

    /// Opens a connection that is ready for requests, or finds one that is. For checks.
    ///
    /// It dials at once, however many dials have failed before.
    ///
    /// - Throws: ``HTTP2Failure`` when there is none.
    public func connect() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do { try setup.onLoop { $0.connect(continuation) } } catch { continuation.resume(throwing: error) }
        }
    }

    /// What the pool is doing and has done.
    public var statistics: HTTP2Statistics { setup.statistics.withLock { $0 } }

    private func wake(_ isNeeded: PoolInbox.NeedsWaking) {
        guard isNeeded else { return }
        // The loop looks into the inbox at the end of every turn; the job is there for the turn.
        do { try setup.onLoop { _ in } } catch { setup.inbox.close(because: error) }
    }
}
