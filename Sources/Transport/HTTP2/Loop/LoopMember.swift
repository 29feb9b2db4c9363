/// What lives on the thread of an ``EventLoop``: a connection, a listener, anything that waits for a socket or for a time.
///
/// The loop asks each member before it sleeps what it waits for, so there is nothing to register, to renew and to forget.
package protocol LoopMember: AnyObject {
    /// The socket to watch; nil for none.
    var watched: WatchedSocket? { get }

    /// When to call ``wake(_:at:)`` at the latest; nil for never.
    var deadline: ContinuousClock.Instant? { get }

    /// The socket is ready, or the deadline has come. Called from the loop only.
    func wake(_ readiness: Readiness, at now: ContinuousClock.Instant)

    /// The end of a turn, after all calls of ``wake(_:at:)`` and all posted jobs: the place to do once what many events
    /// made necessary, such as writing.
    func finishTurn(at now: ContinuousClock.Instant)
}

/// A socket and what it is watched for. Errors are always watched for and reported as both.
package struct WatchedSocket: Hashable, Sendable {
    /// The socket's number.
    package var descriptor: Int32
    /// Whether there is something to read from it.
    package var forReading: Bool
    /// Whether it takes more to be written.
    package var forWriting: Bool

    package init(_ descriptor: Int32, forReading: Bool, forWriting: Bool) {
        self.descriptor = descriptor
        self.forReading = forReading
        self.forWriting = forWriting
    }
}

/// Why a member is woken.
package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The socket can be read, or has failed.
    package static let readable = Readiness(rawValue: 1)
    /// The socket can be written, or has failed.
    package static let writable = Readiness(rawValue: 2)
}
