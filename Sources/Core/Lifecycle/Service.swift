/// Something that runs until it is told to stop.
public protocol Service: Sendable {
    /// Runs until `shutdown` is triggered, then finishes what it holds and returns.
    ///
    /// Cancelling the task is not the same: it stops as soon as possible.
    func run(until shutdown: ShutdownSignal) async throws
}
