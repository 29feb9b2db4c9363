package import FanfareCore
import Synchronization

/// The breakers of all credentials and topics.
package final class BadTokenBreakers: Sendable {
    // Credentials come from the configuration and topics from a few kinds of messages. Who makes up more topics than this
    // gets breakers that start again, and not memory that grows.
    private static let capacity = 1000

    private let breakers = Mutex<[CredentialID: BadTokenBreaker]>([:])

    /// Breakers without results.
    package init() {}

    /// Begins a push: how often the breaker has tripped.
    package func begin(_ credential: CredentialID) -> Int { breakers.withLock { $0[credential]?.trips ?? 0 } }

    /// Records that a push was accepted.
    package func accepted(_ credential: CredentialID, begunAt trips: Int) {
        update(credential) { $0.accepted(begunAt: trips) }
    }

    /// Records that a token was refused as bad or as another app's.
    package func refused(_ credential: CredentialID) -> BadTokenBreaker.Finding { update(credential) { $0.refused() } }

    private func update<Value: Sendable>(
        _ credential: CredentialID,
        _ change: (inout BadTokenBreaker) -> Value
    ) -> Value {
        breakers.withLock { breakers in
            if breakers.count >= Self.capacity, breakers[credential] == nil { breakers.removeAll() }
            return change(&breakers[credential, default: BadTokenBreaker()])
        }
    }
}
