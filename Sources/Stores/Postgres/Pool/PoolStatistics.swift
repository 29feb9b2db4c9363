/// What a pool has and does at one moment.
struct PoolStatistics: Hashable, Sendable {
    /// Connections that are open.
    var open = 0
    /// Those of them that nobody uses.
    var idle = 0
    /// Calls that wait for one.
    var waiting = 0
    /// Attempts to connect that have failed since the last one that did not.
    var failures = 0
}
