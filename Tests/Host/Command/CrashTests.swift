import FanfareCore
import Testing

/// The real host, killed and stopped again and again: promises 2 and 4 against a real process, on each store that outlives
/// one.
@Suite struct CrashTests {
    private static let deliveries = 5000
    private static let kills = 6

    /// What was known when a host was killed.
    private struct Crash {
        let recordedAsSent: Set<String>
        let linesBefore: Int
    }

    @Test(.timeLimit(.minutes(5)), arguments: HostStore.allCases)
    func `promises 2 and 4: kill -9 at any moment loses nothing, and sends nothing again that was recorded`(
        on store: HostStore
    ) async throws {
        let bench = try await HostBench.with(store, lease: "1s")
        let current = Watched(try await bench.serve())

        async let enqueued: Void = bench.enqueue(0..<Self.deliveries) { current.value }
        var crashes: [Crash] = []
        for number in 1...Self.kills {
            // Somewhere in the next part of the work, and the first of them while notifications still come in.
            let part = Self.deliveries / (Self.kills + 1)
            try await bench.waitForLines(Int.random(in: (number - 1) * part...number * part))
            await current.value.kill()
            let sent = try await bench.records().filter { $0.state == .sent }.map(\.id.description)
            crashes.append(Crash(recordedAsSent: Set(sent), linesBefore: try bench.lines().count))
            let next = try await bench.serve()
            current.update { $0 = next }
        }
        try await enqueued
        try await bench.waitUntilSettled(by: current.value)
        #expect(await current.value.stop() == 0)

        let lines = try bench.lines().map(\.delivery)
        let all = try await bench.records()
        #expect(all.count == Self.deliveries)
        #expect(all.allSatisfy { $0.state == .sent }, "every delivery ends as sent: nothing else happened to any")
        #expect(Set(lines) == Set(all.map(\.id.description)), "what is recorded as sent was sent, and nothing else")
        #expect(
            lines.count - Self.deliveries <= Self.kills * HostBench.capacity,
            "only what was in flight is sent twice"
        )
        for crash in crashes {
            let again = lines.dropFirst(crash.linesBefore).filter(crash.recordedAsSent.contains)
            #expect(again.isEmpty, "what was recorded as sent is not sent again")
        }
        #expect(crashes.contains { !$0.recordedAsSent.isEmpty }, "the kills came in the middle of the work")
    }

    @Test(.timeLimit(.minutes(5)), arguments: HostStore.allCases)
    func `queue-05: a host that is asked to stop in the middle sends nothing twice`(on store: HostStore) async throws {
        let bench = try await HostBench.with(store, lease: "60s")
        let current = Watched(try await bench.serve())

        async let enqueued: Void = bench.enqueue(0..<Self.deliveries) { current.value }
        for number in 1...3 {
            try await bench.waitForLines(number * Self.deliveries / 5)
            #expect(await current.value.stop() == 0)
            #expect(try await bench.records().allSatisfy { $0.state != .sending }, "what it held it has given back")
            let next = try await bench.serve()
            current.update { $0 = next }
        }
        try await enqueued
        try await bench.waitUntilSettled(by: current.value)
        #expect(await current.value.stop() == 0)

        let lines = try bench.lines()
        #expect(lines.count == Self.deliveries)
        #expect(lines.repeated.isEmpty)
    }
}
