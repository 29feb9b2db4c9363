import FanfareCore

/// Everything a host does that follows from one reading of its configuration. A reload replaces the whole.
struct HostServices: Sendable {
    /// What stays the same from one reading to the next.
    struct Base: Sendable {
        let store: any Store
        let clock: any WallClock
        let log: Logger
        let metrics: Metrics
    }

    let configuration: HostConfiguration
    let api: APIServices
    private let base: Base
    private let channels: ChannelRegistry
    private let worker: Worker
    private let intake: EventIntake
    private let upkeep: Upkeep
    private let shutdown = ShutdownSignal()

    /// Composes the services; nothing runs yet.
    init(_ configuration: HostConfiguration, channels: ChannelRegistry, on base: Base) {
        let logging = LoggingObserver(log: base.log, clock: base.clock)
        let observers = Observers([logging, base.metrics])
        self.configuration = configuration
        self.base = base
        self.channels = channels
        worker = Self.worker(base.store, base.clock, channels, configuration, observers)
        upkeep = Upkeep(queue: base.store, retention: configuration.retention, clock: base.clock, log: base.log)
        let notify = Notifier(configuration, channels: channels, store: base.store, clock: base.clock, observers)
        intake = EventIntake(
            store: base.store,
            translator: EventTranslator(catalog: configuration.catalog, notify: notify),
            lease: configuration.worker.lease,
            pollInterval: configuration.worker.pollInterval,
            clock: base.clock,
            log: base.log,
            observer: observers
        )
        api = APIServices(
            store: base.store,
            notify: notify,
            catalog: configuration.catalog,
            authenticator: configuration.http.authenticator,
            platforms: Self.platforms(of: channels),
            channels: channels,
            clock: base.clock,
            pausedCredentials: { base.metrics.pausedCredentials },
            metrics: {
                base.metrics.text(
                    statistics: try? await base.store.statistics(),
                    connections: Dictionary(uniqueKeysWithValues: channels.all.map { ($0.id, $0.connections) })
                )
            },
            failed: { error, path in
                if error is StoreUnavailable {
                    logging.storeFailed(error, while: "answering \(path)")
                } else {
                    base.log.log(.error, "Call failed", ["path": .string(path), "error": .string(error.logText)])
                }
            }
        )
    }

    /// Works until ``retire()``; then finishes what is under way and lets go of the channels' connections.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await worker.run(until: shutdown) }
            group.addTask { await intake.run(until: shutdown) }
            group.addTask { await upkeep.run(until: shutdown) }
        }
        for channel in channels.all { await channel.shutdown() }
    }

    /// Starts nothing new from now on.
    func retire() { shutdown.trigger() }

    /// Lets everything that waits for a paused credential try again, whichever worker paused it.
    func resumeCredentials() async {
        base.metrics.resumeCredentials()
        for channel in channels.all {
            do {
                _ = try await base.store.hasten(channel.id, waitingFor: .credentialPaused)
            } catch {
                base.log.log(
                    .warning,
                    "deliveries that wait for a credential were not hastened",
                    ["channel": .string(channel.id.rawValue), "error": .string(String(describing: error))]
                )
            }
        }
    }

    private static func worker(
        _ store: some Store,
        _ clock: some WallClock,
        _ channels: ChannelRegistry,
        _ configuration: HostConfiguration,
        _ observer: some DeliveryObserver
    ) -> Worker {
        Worker(
            queue: store,
            channels: channels,
            configuration: configuration.worker,
            clock: clock,
            observer: observer
        )
    }

    /// The big two are always there: an application may register devices before it can reach them.
    private static func platforms(of channels: ChannelRegistry) -> Set<Platform> {
        channels.all.reduce(into: [.apns, .fcm]) { platforms, channel in
            if case .devices(let platform) = channel.reach { platforms.insert(platform) }
        }
    }
}

extension Notifier {
    /// The notifier a configuration describes.
    init(
        _ configuration: HostConfiguration,
        channels: ChannelRegistry,
        store: any Store,
        clock: any WallClock,
        _ observer: some DeliveryObserver = NoObserver()
    ) {
        func notifier(_ store: some Store, _ clock: some WallClock) -> Notifier {
            Notifier(
                store: store,
                channels: channels,
                clock: clock,
                observer: observer,
                idempotencyLifetime: configuration.idempotency
            )
        }
        self = notifier(store, clock)
    }
}
