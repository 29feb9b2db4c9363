import FanfareCore
import FanfareTesting

/// A channel whose attempts wait until they are let go, or cancelled.
final class Gate: Sendable {
    private let state = Watched((inside: 0, most: 0, isOpen: false))

    /// How many attempts wait now.
    var inside: Int { state.read { $0.inside } }
    /// How many attempts waited at once at most.
    var most: Int { state.read { $0.most } }

    /// Lets all attempts go, those that wait and those to come.
    func open() { state.update { $0.isOpen = true } }

    func waitForAttempts(_ count: Int) async { await state.wait { $0.inside >= count } }

    /// Waits to be let go.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    func pass() async throws {
        state.update {
            $0.inside += 1
            $0.most = max($0.most, $0.inside)
        }
        defer { state.update { $0.inside -= 1 } }
        await state.wait { $0.isOpen }
        try Task.checkCancellation()
    }

    /// A channel with this gate.
    func channel(_ id: ChannelID = .apns, capacity: Int = 64) -> RecordingChannel<String> {
        RecordingChannel(id: id, of: String.self, capacity: capacity) { _ in
            try await self.pass()
            return .sent()
        }
    }
}
