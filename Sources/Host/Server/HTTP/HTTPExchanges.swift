/// The exchanges that have begun and not ended.
final class HTTPExchanges: Sendable {
    private struct State {
        var open: [UInt64: HTTPExchange] = [:]
        var lastID: UInt64 = 0
        var isClosed = false
        var drain: (continuation: CheckedContinuation<Void, Never>, timer: Task<Void, Never>)?
    }

    private let state = Guarded(State())

    /// Whether the server takes no new requests.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Everything that has not ended.
    var all: [HTTPExchange] { state.withLock { Array($0.open.values) } }

    subscript(id: UInt64) -> HTTPExchange? { state.withLock { $0.open[id] } }

    /// Counts an exchange in, also when it will only be refused, so that a stop waits until the refusal is written.
    func admit(_ exchange: HTTPExchange) -> (id: UInt64, isOpen: Bool) {
        state.withLock { state in
            state.lastID += 1
            state.open[state.lastID] = exchange
            return (state.lastID, !state.isClosed)
        }
    }

    func remove(_ id: UInt64) {
        let drain = state.withLock { state in
            state.open[id] = nil
            return state.open.isEmpty ? state.drain.take() : nil
        }
        drain?.timer.cancel()
        drain?.continuation.resume()
    }

    /// From now on new exchanges are to be refused.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Returns when everything has ended, or after `limit`. One caller at a time.
    func drain(within limit: Duration) async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                guard !state.open.isEmpty else { return true }
                state.drain = (continuation, Task { await self.giveUp(after: limit) })
                return false
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func giveUp(after limit: Duration) async {
        // Cancelled when everything has ended before.
        guard (try? await Task.sleep(for: limit)) != nil else { return }
        state.withLock { $0.drain.take() }?.continuation.resume()
    }
}
