@testable import FanfareHost

/// Something tests wait for: that it has happened a number of times. The tests' time limit bounds the wait.
final class Event: Sendable {
    private struct State {
        var count = 0
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Guarded(State())

    var count: Int { state.withLock { $0.count } }

    func happen() {
        let due = state.withLock { state in
            state.count += 1
            let due = state.waiting.filter { $0.count <= state.count }
            state.waiting.removeAll { $0.count <= state.count }
            return due
        }
        for (_, continuation) in due { continuation.resume() }
    }

    func wait(for count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.count < count { state.waiting.append((count, continuation)) }
                return state.count >= count
            }
            if isDue { continuation.resume() }
        }
    }
}
