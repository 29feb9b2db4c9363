import FanfareCore
import FanfareMemory
import FanfareTesting

/// Notifier, faulty store and one worker on virtual time.
struct Workbench {
    let clock = ManualClock()
    let store: FaultyStore
    let log = EventLog()
    let registry: ChannelRegistry
    let notify: Notifier
    let worker: Worker
    let configuration: WorkerConfiguration

    init(
        _ channels: any Channel...,
        retry: RetryPolicy = RetryPolicy(jitter: 0),
        configuration: WorkerConfiguration = WorkerConfiguration(),
        batchSize: Int = 1000
    ) throws {
        store = FaultyStore(clock: clock)
        registry = try ChannelRegistry(channels, retry: retry)
        self.configuration = configuration
        notify = Notifier(store: store, channels: registry, clock: clock, observer: log, batchSize: batchSize)
        worker = Worker(
            queue: store,
            channels: registry,
            configuration: configuration,
            clock: clock,
            observer: log
        )
    }

    /// A second worker on the same store, with channels of its own.
    func anotherWorker(_ channels: any Channel...) throws -> Worker {
        Worker(
            queue: store,
            channels: try ChannelRegistry(channels, retry: RetryPolicy(jitter: 0)),
            configuration: configuration,
            clock: clock
        )
    }

    /// Registers devices for a user; returns their ids.
    @discardableResult
    func register(_ tokens: String..., on platform: Platform = .apns, for user: User = User()) async throws
        -> [DeviceID]
    {
        let registrations = try tokens.map { token in
            DeviceRegistration(
                try DeviceToken(token, platform: platform),
                platform: platform,
                user: .set(user.recipientID)
            )
        }
        return try await store.register(registrations).map(\.id)
    }

    /// The deliveries of a notification.
    func deliveries(_ receipt: Receipt) async throws -> [Delivery] {
        try await store.notification(receipt.id)?.deliveries ?? []
    }

    /// How many rows of any kind notifications have left.
    func isEmpty() async throws -> Bool {
        try await store.deliveries(matching: DeliveryFilter(), after: nil, limit: 10).isEmpty
    }

    /// Moves time on by seconds, one at a time, each time after the worker has gone back to sleep.
    ///
    /// - Parameter sleepers: How many tasks sleep when the worker rests: two for each channel with room.
    func pass(_ seconds: Int, sleepers: Int = 2) async {
        for _ in 0..<seconds {
            await clock.waitForSleepers(sleepers)
            clock.advance(by: .seconds(1))
        }
        await clock.waitForSleepers(sleepers)
    }

    /// Moves time on by seconds and works off what becomes due.
    func advance(by seconds: Int) async throws {
        for _ in 0..<seconds {
            clock.advance(by: .seconds(1))
            try await worker.drain()
        }
    }

    /// Runs the worker while `body` runs, then shuts it down.
    func running(_ body: (ShutdownSignal) async throws -> Void) async throws {
        let signal = ShutdownSignal()
        async let work: Void = worker.run(until: signal)
        do {
            try await body(signal)
        } catch {
            signal.trigger()
            await work
            throw error
        }
        signal.trigger()
        await work
    }
}
