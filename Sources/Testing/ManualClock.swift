public import FanfareCore
import Synchronization

/// A clock that stands still until it is told to move, and knows who is waiting for it.
public final class ManualClock: WallClock {
    private struct Sleeper {
        let deadline: Timestamp
        let continuation: CheckedContinuation<Void, any Error>
    }
    private struct State {
        var now: Timestamp
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
    }

    private let state: Mutex<State>
    private let sleeping = Watched(0)

    /// Creates a clock that stands at `now`, by default at 2026-01-01T00:00:00Z.
    public init(now: Timestamp = Timestamp(millisecondsSinceEpoch: 1_767_225_600_000)) {
        state = Mutex(State(now: now))
    }

    /// The time it stands at.
    public var now: Timestamp { state.withLock { $0.now } }

    /// One microsecond.
    public var minimumResolution: Duration { .microseconds(1) }

    /// How many tasks wait for the clock to move.
    public var sleepers: Int { sleeping.value }

    /// Moves the clock and wakes those whose time has come. Moving it back wakes nobody.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        sleeping.update { $0 -= due.count }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until at least so many tasks wait for the clock to move.
    public func waitForSleepers(_ count: Int = 1) async { await sleeping.wait { $0 >= count } }

    /// Waits until the clock has been moved to `deadline`.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                if let result {
                    continuation.resume(with: result)
                } else {
                    sleeping.update { $0 += 1 }
                }
            }
        } onCancel: {
            guard let sleeper = state.withLock({ $0.sleepers.removeValue(forKey: id) }) else { return }
            sleeping.update { $0 -= 1 }
            sleeper.continuation.resume(throwing: CancellationError())
        }
    }
}
