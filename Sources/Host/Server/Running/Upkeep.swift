import FanfareCore

/// Deletes what has been kept long enough, once an hour and at the start.
struct Upkeep: Service {
    /// How often it looks.
    static let interval: Duration = .seconds(3600)

    /// How many rows one step may delete: a step holds up writers no longer than that takes.
    static let stepSize = 1000

    let queue: any DeliveryQueue
    /// How long settled deliveries are kept.
    let retention: Duration
    let clock: any WallClock
    let log: any LogSink

    func run(until shutdown: ShutdownSignal) async {
        while !shutdown.isTriggered {
            await prune(until: shutdown)
            await withTaskGroup { group in
                group.addTask { await shutdown.wait() }
                group.addTask { try? await clock.sleep(for: Self.interval) }
                await group.next()
                group.cancelAll()
            }
            if Task.isCancelled { return }
        }
    }

    private func prune(until shutdown: ShutdownSignal) async {
        var total = 0
        do {
            while !shutdown.isTriggered {
                let count = try await queue.prune(settledFor: retention, limit: Self.stepSize)
                if count == 0 { break }
                total += count
            }
        } catch {
            log.log(.warning, "old deliveries were not deleted", ["error": .string(String(describing: error))])
        }
        if total > 0 { log.log(.info, "old deliveries were deleted", ["rows": .number(JSONNumber(total))]) }
    }
}
