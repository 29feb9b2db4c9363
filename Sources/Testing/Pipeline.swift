public import FanfareCore

/// The real notifier, store and worker on virtual time, with channels of your choice.
///
/// ```swift
/// let pipeline = try Pipeline(store: MemoryStore(clock: clock), channels: [pager], clock: clock)
/// try await pipeline.notify(user, OrderShipped(number: 7))
/// try await pipeline.deliver()                             // works off what is due now
/// try await pipeline.advance(by: .seconds(60))             // moves time on, and works off what became due
/// ```
public struct Pipeline<Backend: Store>: Sendable {
    /// Where everything is kept; it must run on ``clock``.
    public let store: Backend
    /// The time.
    public let clock: ManualClock
    /// Sends notifications.
    public let notify: Notifier
    /// Works deliveries off.
    public let worker: Worker
    /// What was sent.
    public let recorder: NotificationRecorder

    /// Wires the parts together.
    ///
    /// - Parameters:
    ///   - store: Where everything is kept; it must run on `clock`.
    ///   - channels: The channels, real or recording.
    ///   - clock: The time.
    ///   - retry: How deliveries are retried; by default without jitter, so that times are exact.
    ///   - observer: Is told of everything, beside ``recorder``.
    /// - Throws: `ChannelRegistry.DuplicateChannel` if two channels share a name.
    public init(
        store: Backend,
        channels: [any Channel],
        clock: ManualClock,
        retry: RetryPolicy = RetryPolicy(jitter: 0),
        observer: some DeliveryObserver = NoObserver()
    ) throws {
        let registry = try ChannelRegistry(channels, retry: retry)
        let recorder = NotificationRecorder()
        let observers = Observers([recorder, observer])
        self.store = store
        self.clock = clock
        self.recorder = recorder
        notify = Notifier(store: store, channels: registry, clock: clock, observer: observers)
        worker = Worker(queue: store, channels: registry, clock: clock, observer: observers)
    }

    /// Works off everything that is due now.
    ///
    /// - Returns: How many deliveries that was.
    @discardableResult
    public func deliver() async throws -> Int { try await worker.drain() }

    /// Moves time on in steps, and works off what becomes due on the way.
    ///
    /// - Parameters:
    ///   - duration: How far.
    ///   - step: How far at once: things happen at most this late.
    /// - Returns: How many deliveries were worked off.
    @discardableResult
    public func advance(by duration: Duration, step: Duration = .seconds(1)) async throws -> Int {
        var count = 0
        var left = duration
        while left > .zero {
            let next = min(step, left)
            clock.advance(by: next)
            left -= next
            count += try await worker.drain()
        }
        return count
    }

    /// Registers a device for a user.
    @discardableResult
    public func register(
        _ token: String,
        on platform: Platform,
        for user: some Notifiable
    ) async throws -> DeviceID {
        let registration = DeviceRegistration(
            try DeviceToken(token, platform: platform),
            platform: platform,
            user: .set(user.recipientID)
        )
        guard let device = try await store.register([registration]).first else {
            throw StoreUnavailable("the store did not answer for the device")
        }
        return device.id
    }
}
