import FanfareCore
import FanfareMemory
import FanfareTesting

@testable import FanfareHost

/// An intake with a store, a channel and a few types, apart from any host.
struct IntakeBench: Sendable {
    let clock = ManualClock()
    let store: FlakyEventStore
    /// How often the store was said to have failed.
    let failures = Watched<[String]>([])
    let lines = Watched<[String]>([])
    /// Types whose rendering waits until this is true.
    let gate = Watched(false)
    /// How many renderings wait for the gate.
    let waiting = Watched(0)
    /// What the rendering of the type `failing` throws.
    let failure = Watched<(any Error)?>(nil)
    let shutdown = ShutdownSignal()

    init() { store = FlakyEventStore(clock: clock) }

    private var catalog: NotificationCatalog {
        func type(
            _ name: NotificationType,
            rendering: @escaping @Sendable () async throws -> Void
        ) -> HostNotification {
            HostNotification(type: name) { _ in
                let way = NotificationDraft.Way(
                    name: "record",
                    renderings: [
                        Rendering(channel: "record") { _ in
                            try await rendering()
                            return try Payload(encoding: "Hello")
                        }
                    ]
                )
                return TriggeredNotification(
                    draft: NotificationDraft(
                        type: name,
                        category: .transactional,
                        ways: { _ in [way] },
                        summary: { _ in NotificationSummary() }
                    )
                )
            }
        }
        return NotificationCatalog([
            type("plain") {},
            type("gated") { [gate, waiting] in
                waiting.update { $0 += 1 }
                await gate.wait { $0 }
            },
            type("failing") { [failure] in
                if let error = failure.read({ $0 }) { throw error }
            },
        ])
    }

    /// Runs the intake until the shutdown.
    func run() async throws {
        let channel = RecordingChannel(id: "record", of: String.self, reach: .everyDevice)
        let notify = Notifier(store: store.memory, channels: try ChannelRegistry([channel]), clock: clock)
        let intake = EventIntake(
            store: store,
            translator: EventTranslator(catalog: catalog, notify: notify),
            lease: .seconds(60),
            pollInterval: .seconds(1),
            clock: clock,
            log: Lines(lines: lines),
            observer: Failures(activities: failures)
        )
        await intake.run(until: shutdown)
    }

    @discardableResult
    func post(_ type: NotificationType, _ count: Int = 1) async throws -> [EventID] {
        let draft = EventDraft(type: type, user: "42", payload: try Payload(encoding: [String: String]()))
        return try await store.post(Array(repeating: draft, count: count))
    }

    /// Waits until so many notifications of a type are stored.
    func waitForNotifications(_ count: Int, of type: NotificationType = "plain") async {
        while await notifications(of: type) < count, !Task.isCancelled { await Task.yield() }
    }

    func notifications(of type: NotificationType = "plain") async -> Int {
        await store.deliveries(matching: DeliveryFilter(), after: nil, limit: 10_000).count { $0.type == type }
    }

    var setAside: [String] {
        get async { await store.setAsideEvents(after: nil, limit: 100).map(\.reason) }
    }
}

private struct Failures: DeliveryObserver {
    let activities: Watched<[String]>

    func storeFailed(_ error: any Error, while activity: String) { activities.update { $0.append(activity) } }
}

private struct Lines: LogSink {
    let lines: Watched<[String]>

    func log(_ level: LogLevel, _ message: String, _ fields: [String: JSONValue]) {
        lines.update { $0.append("\(level.rawValue) \(message) \(JSONValue.object(fields).compactText)") }
    }
}
