internal import Synchronization

/// The numbers of connections. The one variable that all clients of a process share: a connection's name is to be unique
/// among all of them, so that one that is kept too long cannot mean another connection.
enum ConnectionNumbers {
    private static let last = Atomic<UInt64>(0)

    static func next() -> HTTP2ConnectionID {
        HTTP2ConnectionID(rawValue: last.add(1, ordering: .relaxed).newValue)
    }
}
