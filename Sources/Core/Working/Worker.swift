/// Takes due deliveries, hands them to their channels, and records what became of them.
///
/// Each channel has a pipe of its own, so that a slow or broken one holds up nothing else. Any number of workers, in
/// any number of processes, may share a store.
public struct Worker: Service {
    private let pipes: [any Pipe]

    /// Creates a worker.
    ///
    /// - Parameters:
    ///   - queue: Where deliveries are taken from.
    ///   - channels: The channels to work for; deliveries of others are left alone.
    ///   - configuration: How to work.
    ///   - clock: The time, for waiting and measuring; leases run on the store's own.
    ///   - observer: Is told of everything that happens.
    ///   - generator: Where the jitter of retries comes from.
    public init(
        queue: some DeliveryQueue,
        channels: ChannelRegistry,
        configuration: WorkerConfiguration = WorkerConfiguration(),
        clock: some WallClock = .system,
        observer: some DeliveryObserver = NoObserver(),
        generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        func pipe(for channel: some Channel) -> any Pipe {
            ChannelPipe(
                channel: channel,
                queue: queue,
                policy: channels.retryPolicy(for: channel.id),
                configuration: configuration,
                clock: clock,
                observer: observer,
                generator: generator
            )
        }
        self.pipes = channels.all.map { pipe(for: $0) }
    }

    /// Works until `shutdown` is triggered; then finishes what is under way, for ``WorkerConfiguration/drain`` at most,
    /// and hands the rest back without costing it an attempt.
    ///
    /// Cancelling the task ends deliveries under way at once; what was sent is still recorded.
    public func run(until shutdown: ShutdownSignal) async {
        await withDiscardingTaskGroup { group in
            for pipe in pipes {
                group.addTask { await pipe.run(until: shutdown) }
            }
        }
    }

    /// Works off everything that is due now, and returns how many deliveries that was. For tests and scripts.
    ///
    /// - Throws: The store's error.
    @discardableResult
    public func drain() async throws -> Int {
        var total = 0
        while true {
            var count = 0
            for pipe in pipes { count += try await pipe.drain() }
            if count == 0 { return total }
            total += count
        }
    }

    /// Lets paused credentials try again at once, as after a change of configuration.
    public func resumeCredentials() async {
        for pipe in pipes { await pipe.resume() }
    }
}
