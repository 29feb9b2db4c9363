import FanfareCore
import FanfareMemory
import FanfarePostgres
import FanfareSQLite
import Foundation

/// A store with devices in it, and notifications to send to them.
struct Workload {
    let store: any Store
    let folder: URL?
    private let identifiers = IdentifierSource()

    /// - Parameter name: `memory`, `sqlite`, or the URL of a Postgres database that may be filled.
    static func open(_ name: String) async throws -> Workload {
        if name.hasPrefix("postgres") {
            let store = try await PostgresStore.open(name)
            _ = try await store.migrate()
            return Workload(store: store, folder: nil)
        }
        guard name == "sqlite" else { return Workload(store: MemoryStore(), folder: nil) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "fanfare-benchmark-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let store = try await SQLiteStore.open(folder.appending(path: "benchmark.db").path)
        _ = try await store.migrate()
        return Workload(store: store, folder: folder)
    }

    func close() async throws {
        await store.close()
        if let folder { try FileManager.default.removeItem(at: folder) }
    }

    /// Registers one device for each of `count` users.
    func register(_ count: Int, on platform: Platform = "instant") async throws -> [DeviceID] {
        var devices: [DeviceID] = []
        devices.reserveCapacity(count)
        for start in stride(from: 0, to: count, by: 1000) {
            let registrations = try (start..<min(start + 1000, count)).map { number in
                DeviceRegistration(
                    try DeviceToken(Self.token(number), platform: platform),
                    platform: platform,
                    user: .set(RecipientID(number)),
                    environment: .set(.production)
                )
            }
            devices += try await store.register(registrations).map(\.id)
        }
        return devices
    }

    private static func token(_ number: Int) -> String { String(format: "%064x", number) }

    /// Stores one notification with one delivery for each device, `batch` of them in a transaction.
    func enqueue(
        to devices: [DeviceID],
        batch: Int,
        on channel: ChannelID = "instant",
        _ message: some Encodable = "Order shipped. It arrives tomorrow; tap to track it on its way to you."
    ) async throws {
        let payload = try Payload(encoding: message)
        for start in stride(from: 0, to: devices.count, by: batch) {
            let notifications = (start..<min(start + batch, devices.count)).map { number in
                let route = Route(channel: channel, address: "", device: devices[number])
                return PreparedNotification(
                    id: identifiers.next(),
                    type: "order.shipped",
                    category: .transactional,
                    recipient: RecipientID(number),
                    messages: [
                        PreparedMessage(
                            id: identifiers.next(),
                            channel: channel,
                            payload: payload,
                            maxAttempts: 12,
                            deliveries: [PreparedDelivery(id: identifiers.next(), route: route)]
                        )
                    ]
                )
            }
            _ = try await store.enqueue(Submission(notifications))
        }
    }

    /// Works off everything that is queued for a channel.
    func drain(_ count: Int, through channel: some Channel) async throws -> Measurement {
        let done = Countdown(count)
        let worker = Worker(queue: store, channels: try ChannelRegistry([channel]), observer: done)
        return await Measurement.of(count) {
            let shutdown = ShutdownSignal()
            async let run: Void = worker.run(until: shutdown)
            await done.wait()
            shutdown.trigger()
            await run
        }
    }
}
