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
