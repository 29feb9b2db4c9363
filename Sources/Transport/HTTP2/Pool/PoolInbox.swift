internal import Synchronization

/// What callers of a pool hand to its loop: requests, and the wish to have them back.
///
/// It has a bounded number of places. A caller without one waits outside, with nothing kept of it but who it is; the
/// places that become free are given away in the order of asking.
final class PoolInbox: Sendable {
    /// Whether the loop has to be woken for what was just handed over.
    typealias NeedsWaking = Bool

    private typealias Outsider = CheckedContinuation<Void, any Error>

    private struct State {
        var freePlaces: Int
        var outside: [UInt64: Outsider] = [:]
        var order = Queue<UInt64>()
        var requests: [WaitingRequest] = []
        var cancelled: Set<UInt64> = []
        var isNoticed = false
        var isClosed = false

        mutating func notice() -> NeedsWaking {
            defer { isNoticed = true }
            return !isNoticed
        }
    }

    private let state: Mutex<State>
    private let tickets = Atomic<UInt64>(0)

    init(places: Int) { state = Mutex(State(freePlaces: max(places, 1))) }

    static let closed = HTTP2Failure(.notSent, .shuttingDown)

    /// A name for a request.
    func ticket() -> UInt64 { tickets.add(1, ordering: .relaxed).newValue }

    /// Takes a place if one is free.
    func takePlace() throws -> Bool {
        try state.withLock { state in
            guard !state.isClosed else { throw Self.closed }
            guard state.freePlaces > 0 else { return false }
            state.freePlaces -= 1
            return true
        }
    }

    /// Waits for a place.
    ///
    /// - Throws: `CancellationError`, or ``HTTP2Failure`` when the pool is closed; no place is taken then.
    func waitForPlace(_ ticket: UInt64) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (outsider: Outsider) in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.isClosed { return .failure(Self.closed) }
                    if state.freePlaces > 0 {
                        state.freePlaces -= 1
                        return .success(())
                    }
                    state.outside[ticket] = outsider
                    state.order.append(ticket)
                    return nil
                }
                if let result { outsider.resume(with: result) }
                // A cancellation that came before the lines above found nobody to tell.
                if Task.isCancelled { leave(ticket) }
            }
        } onCancel: {
            leave(ticket)
        }
    }

    private func leave(_ ticket: UInt64) {
        state.withLock { $0.outside.removeValue(forKey: ticket) }?.resume(throwing: CancellationError())
    }

    /// Hands over a request that has a place.
    func add(_ request: WaitingRequest) -> NeedsWaking {
        let needsWaking: NeedsWaking? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.requests.append(request)
            return state.notice()
        }
        if needsWaking == nil { request.caller.resume(with: .failure(Self.closed)) }
        return needsWaking ?? false
    }

    /// Asks for a request back.
    func cancel(_ ticket: UInt64) -> NeedsWaking {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.cancelled.insert(ticket)
            return state.notice()
        }
    }

    /// What was handed over since the last time, for the loop.
    func take() -> (requests: [WaitingRequest], cancelled: Set<UInt64>) {
        state.withLock { state in
            state.isNoticed = false
            guard !state.requests.isEmpty || !state.cancelled.isEmpty else { return ([], []) }
            defer { (state.requests, state.cancelled) = ([], []) }
            return (state.requests, state.cancelled)
        }
    }

    /// Gives places back.
    func free(_ places: Int) {
        var admitted: [Outsider] = []
        state.withLock { state in
            state.freePlaces += places
            while state.freePlaces > 0, let ticket = state.order.popFirst() {
                guard let outsider = state.outside.removeValue(forKey: ticket) else { continue }
                state.freePlaces -= 1
                admitted.append(outsider)
            }
        }
        for outsider in admitted { outsider.resume() }
    }

    /// How many callers wait outside.
    var outsiders: Int { state.withLock { $0.outside.count } }

    /// Turns away whoever waits outside and what the loop has not taken; and for good, unless there is another reason than
    /// that the client is being shut down.
    func close(because failure: HTTP2Failure = PoolInbox.closed) {
        let (outside, requests) = state.withLock { state in
            state.isClosed = failure == Self.closed
            state.isNoticed = false
            state.freePlaces += state.requests.count
            defer { (state.outside, state.requests) = ([:], []) }
            return (state.outside, state.requests)
        }
        for outsider in outside.values { outsider.resume(throwing: failure) }
        for request in requests { request.caller.resume(with: .failure(failure)) }
    }
}
