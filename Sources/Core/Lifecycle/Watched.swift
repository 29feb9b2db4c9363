import Synchronization

/// State under a lock that tasks can wait on.
package final class Watched<Value: Sendable>: Sendable {
    private struct Waiter {
        let condition: @Sendable (borrowing Value) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }
    private struct State {
        var value: Value
        var waiters: [Int: Waiter] = [:]
        var nextID = 0
    }

    private let state: Mutex<State>

    package init(_ value: sending Value) { state = Mutex(State(value: value)) }

    /// The value now.
    package var value: Value { state.withLock { $0.value } }

    /// Reads something of the value, without copying all of it.
    package func read<Part: Sendable>(_ body: (borrowing Value) -> Part) -> Part { state.withLock { body($0.value) } }

    /// Changes the value and wakes those whose condition holds now.
    package func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, due) = state.withLock { state in
            let result = body(&state.value)
            var due: [CheckedContinuation<Void, Never>] = []
            for (id, waiter) in state.waiters where waiter.condition(state.value) {
                due.append(waiter.continuation)
                state.waiters[id] = nil
            }
            return (result, due)
        }
        for continuation in due { continuation.resume() }
        return result
    }

    /// Returns once the condition holds, or the task is cancelled.
    package func wait(until condition: @escaping @Sendable (borrowing Value) -> Bool) async {
        let id = state.withLock { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || condition(state.value) { return true }
                    state.waiters[id] = Waiter(condition: condition, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
        }
    }
}
