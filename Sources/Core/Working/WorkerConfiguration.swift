/// How a worker works.
public struct WorkerConfiguration: Hashable, Sendable {
    /// How long a delivery is held before another worker may take it, unless the hold is renewed; it is, at a third.
    public var lease: Duration
    /// How long deliveries under way may take to finish when the worker is told to stop.
    public var drain: Duration
    /// How often to look for deliveries that nobody announced.
    public var pollInterval: Duration
    /// How long one attempt may take before its hold is no longer renewed.
    public var attemptLimit: Duration

    /// Creates a configuration.
    public init(
        lease: Duration = .seconds(60),
        drain: Duration = .seconds(10),
        pollInterval: Duration = .seconds(1),
        attemptLimit: Duration = .seconds(600)
    ) {
        self.lease = lease
        self.drain = drain
        self.pollInterval = pollInterval
        self.attemptLimit = attemptLimit
    }
}
