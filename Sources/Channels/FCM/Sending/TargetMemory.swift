internal import FanfareCore
internal import FanfarePush
import Synchronization

/// What the channel remembers about single targets and whole projects: the last few thousand it learned something about.
final class TargetMemory: Sendable {
    private struct State {
        var targets = SlowDowns(
            shortestPause: FCMRefusal.shortestQuotaPause,
            longestPause: TargetMemory.longestPause,
            capacity: TargetMemory.capacity
        )
        var projects = SlowDowns(
            shortestPause: FCMRefusal.shortestQuotaPause,
            longestPause: TargetMemory.longestPause,
            capacity: TargetMemory.capacity
        )
        var thirdParties = GenerationalCache<String, Bool>(capacity: TargetMemory.capacity)
    }

    static let capacity = 10_000
    static let longestPause: Duration = .seconds(600)

    private let state = Mutex(State())
    // Most channels never learn anything. Then all messages at once read this, which costs nothing, and do without the lock.
    private let hasLearned = Atomic(false)

    /// Whether Firebase is known to need another service to reach a device.
    func isThirdParty(_ address: String) -> Bool {
        guard hasLearned.load(ordering: .acquiring) else { return false }
        return state.withLock { $0.thirdParties[address] ?? false }
    }

    /// Remembers that Firebase needs another service to reach a device.
    func thirdParty(_ address: String) {
        hasLearned.store(true, ordering: .releasing)
        state.withLock { $0.thirdParties.insert(true, for: address) }
    }

    /// How long messages to a target have to wait; nil if they need not.
    func pause(of target: String, in project: CredentialID, at now: Timestamp) -> Duration? {
        guard hasLearned.load(ordering: .acquiring) else { return nil }
        return state.withLock { state in
            let pauses = [
                state.projects.pause(of: project.rawValue, at: now), state.targets.pause(of: target, at: now),
            ]
            return pauses.compactMap(\.self).max()
        }
    }

    /// Remembers that a message to a target was accepted.
    func accepted(_ target: String, in project: CredentialID, at now: Timestamp) {
        guard hasLearned.load(ordering: .acquiring) else { return }
        state.withLock { state in
            state.targets.accepted(target)
            state.thirdParties.remove(target)
            // What was on its way when the project was told to pause says nothing about the pause.
            if state.projects.pause(of: project.rawValue, at: now) == nil { state.projects.accepted(project.rawValue) }
        }
    }

    /// Records that there were too many messages: they pause for a minute, and twice as long each time until one is accepted,
    /// up to ten minutes.
    ///
    /// - Parameters:
    ///   - floor: What FCM asks for at least.
    ///   - isProject: Whether that is about the project, and not about the target alone.
    /// - Returns: How long they pause.
    func slowDown(
        _ target: String,
        in project: CredentialID,
        isProject: Bool,
        atLeast floor: Duration?,
        at now: Timestamp
    ) -> Duration {
        hasLearned.store(true, ordering: .releasing)
        return state.withLock { state in
            isProject
                ? state.projects.slowDown(project.rawValue, atLeast: floor, at: now)
                : state.targets.slowDown(target, atLeast: floor, at: now)
        }
    }
}
