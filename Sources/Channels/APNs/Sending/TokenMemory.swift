internal import FanfareCore
internal import FanfarePush
import Synchronization

/// What the channel remembers about single device tokens: the last few thousand it learned something about.
final class TokenMemory: Sendable {
    private struct State {
        var environments = GenerationalCache<String, DeviceEnvironment>(capacity: TokenMemory.capacity)
        var slowDowns = SlowDowns(
            shortestPause: TokenMemory.shortestPause,
            longestPause: TokenMemory.longestPause,
            capacity: TokenMemory.capacity
        )
    }

    static let capacity = 10_000
    static let shortestPause: Duration = .seconds(5)
    static let longestPause: Duration = .seconds(300)

    private let state = Mutex(State())
    // Most channels never see a slow-down. Then all pushes at once read this, which costs nothing, and do without the lock.
    private let hasSlowedDown = Atomic(false)

    /// The environment that a token without one turned out to belong to.
    func environment(of token: String) -> DeviceEnvironment? { state.withLock { $0.environments[token] } }

    /// Remembers that a push to the token was accepted.
    ///
    /// - Parameter environment: The environment that accepted it, if that was not known before.
    func accepted(_ token: String, environment: DeviceEnvironment?) {
        guard environment != nil || hasSlowedDown.load(ordering: .acquiring) else { return }
        state.withLock { state in
            state.slowDowns.accepted(token)
            if let environment { state.environments.insert(environment, for: token) }
        }
    }

    /// How long pushes to the token have to wait; nil if they need not.
    func pause(of token: String, at now: Timestamp) -> Duration? {
        guard hasSlowedDown.load(ordering: .acquiring) else { return nil }
        return state.withLock { $0.slowDowns.pause(of: token, at: now) }
    }

    /// Records that there were too many pushes to the token: they pause for 5 seconds, and twice as long each time until one
    /// is accepted, up to 5 minutes.
    ///
    /// - Parameter floor: What the provider asks for at least.
    /// - Returns: How long they pause.
    func slowDown(_ token: String, atLeast floor: Duration?, at now: Timestamp) -> Duration {
        hasSlowedDown.store(true, ordering: .releasing)
        return state.withLock { $0.slowDowns.slowDown(token, atLeast: floor, at: now) }
    }
}
