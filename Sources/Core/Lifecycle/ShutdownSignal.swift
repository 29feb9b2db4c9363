/// Asks running services to finish what they hold and start nothing new.
public final class ShutdownSignal: Sendable {
    private let state = Watched(false)

    /// Creates a signal that has not been triggered.
    public init() {}

    /// Whether it has been triggered.
    public var isTriggered: Bool { state.value }

    /// Triggers it, for good.
    public func trigger() { state.update { $0 = true } }

    /// Returns once the signal has been triggered, or the task cancelled.
    public func wait() async { await state.wait { $0 } }
}
