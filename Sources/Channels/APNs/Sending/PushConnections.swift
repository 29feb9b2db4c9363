internal import FanfareCore
import FanfareHTTP2
import Synchronization

/// The connections to one server that one key alone uses, and how often they are given up.
final class PushConnections: Sendable {
    /// A server in trouble refuses on every connection. Who answered each refusal with a new one would dial a thousand times
    /// for a thousand pushes, which Apple takes for an attack.
    static let restAfterRetirement: Duration = .seconds(1)

    private let pool: any PushPool
    private let clock: any WallClock
    private let lastRetirement = Mutex<Timestamp?>(nil)

    init(_ pool: any PushPool, clock: any WallClock) {
        self.pool = pool
        self.clock = clock
    }

    /// Sends a request, once; throws as ``PushPool/send(_:)`` does.
    func send(_ request: HTTP2Request) async throws -> HTTP2Response { try await pool.send(request) }

    /// Puts nothing new on a connection.
    func retire(_ connection: HTTP2ConnectionID) { pool.retire(connection) }

    /// Puts nothing new on a connection, unless another one was given up this way a moment ago.
    func retireSparingly(_ connection: HTTP2ConnectionID) {
        let now = clock.now
        let isAllowed = lastRetirement.withLock { last in
            // A clock that was set back forbids nothing.
            if let last, last <= now, last.duration(to: now) < Self.restAfterRetirement { return false }
            last = now
            return true
        }
        if isAllowed { pool.retire(connection) }
    }

    /// How many are open.
    var count: Int { pool.openConnections }
}
