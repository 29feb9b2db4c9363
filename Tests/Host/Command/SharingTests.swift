import FanfareCore
import Foundation
import TestPrograms
import Testing

/// Several hosts on one database.
@Suite(.serialized) struct SharingTests {
    private static let deliveries = 4000

    @Test(.timeLimit(.minutes(5)), arguments: [(HostStore.sqlite, 2), (.postgres, 2), (.postgres, 4)])
    func `hosts share the work, and send nothing twice`(on store: HostStore, count: Int) async throws {
        let bench = try await HostBench.with(store, lease: "60s")
        var hosts: [HostProcess] = []
        for _ in 0..<count { hosts.append(try await bench.serve()) }
        try await withThrowingTaskGroup { [hosts] group in
            let part = Self.deliveries / count
            for (number, host) in hosts.enumerated() {
                group.addTask { try await bench.enqueue(number * part..<(number + 1) * part) { host } }
            }
            try await group.waitForAll()
        }
        try await bench.waitUntilSettled(by: hosts[0])
        for host in hosts { #expect(await host.stop() == 0) }

        let lines = try bench.lines()
        let all = try await bench.records()
        #expect(all.count == Self.deliveries)
        #expect(all.allSatisfy { $0.state == .sent && $0.attempts == 1 })
        #expect(lines.repeated.isEmpty, "nothing is sent twice")
        #expect(Set(lines.map(\.delivery)) == Set(all.map(\.id.description)))
        #expect(Set(lines.countsByProcess.keys) == Set(hosts.map(\.identifier)), "each host has sent some")
    }

    @Test(.timeLimit(.minutes(5)))
    func `a worker without an API shares the work of a host`() async throws {
        let bench = try await HostBench.with(.postgres, lease: "60s")
        let host = try await bench.serve()
        let worker = try await bench.work()
        #expect(worker.address.isEmpty, "it does not listen")
        // It looks for work now and then, and the host may have done all of a part by then.
        var users = 0
        try await bench.wait {
            try await bench.enqueue(users..<users + 500) { host }
            users += 500
            return Set(try bench.lines().map(\.process)) == [host.identifier, worker.identifier]
        }
        try await bench.waitUntilSettled(by: host)
        #expect(await worker.stop() == 0)
        #expect(await host.stop() == 0)
        let lines = try bench.lines()
        #expect(lines.count == users)
        #expect(lines.repeated.isEmpty, "nothing is sent twice")
    }

    @Test(.timeLimit(.minutes(5)))
    func `promises 2 and 4: kill -9 of some hosts leaves their work to the others`() async throws {
        let bench = try await HostBench.with(.postgres, lease: "5s")
        let first = try await bench.serve()
        let current = Watched(first)
        async let enqueued: Void = bench.enqueue(0..<Self.deliveries) { current.value }
        try await bench.waitForLines(1)
        // It dies with deliveries in its hands.
        try await bench.halt(first)
        var others: [HostProcess] = []
        for _ in 0..<3 { others.append(try await bench.serve()) }
        await first.kill()
        current.update { [others] in $0 = others[0] }
        try await enqueued
        // And another one in the middle of the common work, once it has got some.
        let second = others.removeLast()
        var users = Self.deliveries
        try await bench.wait { [others] in
            try await bench.enqueue(users..<users + 500) { others[0] }
            users += 500
            return try bench.lines().contains { $0.process == second.identifier }
        }
        await second.kill()
        let sent = Set(try await bench.records().filter { $0.state == .sent }.map(\.id.description))
        let linesBefore = try bench.lines().count
        try await bench.waitUntilSettled(by: others[0])
        for host in others { #expect(await host.stop() == 0) }

        let lines = try bench.lines()
        let all = try await bench.records()
        #expect(all.count == users)
        #expect(all.allSatisfy { $0.state == .sent })
        #expect(Set(lines.map(\.delivery)) == Set(all.map(\.id.description)))
        #expect(all.contains { $0.attempts == 2 }, "the others have taken over what was held")
        #expect(all.allSatisfy { $0.attempts <= 3 })
        #expect(lines.surplus <= 2 * HostBench.capacity, "only what was in flight is sent twice")
        let dead = [first.identifier, second.identifier]
        for copies in lines.repeated.values {
            let survivors = copies.filter { !dead.contains($0.process) }
            #expect(survivors.count <= 1, "only what the dead had sent is sent again")
        }
        // What somebody else sent just then is recorded now, so its line may come after.
        let again = lines.dropFirst(linesBefore).filter { line in
            sent.contains(line.delivery) && lines.prefix(linesBefore).contains { $0.delivery == line.delivery }
        }
        #expect(again.isEmpty, "what was recorded as sent is not sent again")
    }

    @Test(.timeLimit(.minutes(5)))
    func `promise 5: a host that stands still beyond its lease is refused when it goes on`() async throws {
        let count = 300
        let bench = try await HostBench.with(.postgres, lease: "3s")
        // Whose line is written is under way for another second: it is so when the host stands still.
        try bench.configure(lease: "3s", hold: "1s")
        let server = try await TestPostgres.shared()
        let schema = try #require(bench.storeURL.split(separator: "schema=").last)
        let late = try await bench.serve()
        try await bench.enqueue(0..<count) { late }
        try await bench.waitForLines(1)
        late.signal(SIGSTOP)
        try await bench.wait { late.hasStopped }
        let linesBefore = try bench.lines()
        let other = try await bench.serve()
        try await bench.waitUntilSettled(by: other)
        let records = "select id, state, attempt, provider_id, settled_at, lease from \(schema).deliveries order by id"
        let settled = try await server.sql(records)

        late.signal(SIGCONT)
        let client = HostClient(address: late.address)
        try await bench.wait { try await client.metric("fanfare_stale_settlements_total", of: "record") > 0 }
        // What it finishes now it has begun before, and it is done when it stops.
        #expect(await late.stop() == 0)
        #expect(await other.stop() == 0)

        #expect(try await server.sql(records) == settled, "what the other has recorded stays")
        let lines = try bench.lines()
        let all = try await bench.records()
        #expect(all.count == count)
        #expect(all.allSatisfy { $0.state == .sent })
        #expect(Set(lines.map(\.delivery)) == Set(all.map(\.id.description)))
        #expect(!linesBefore.isEmpty && linesBefore.count < count, "it stood still in the middle of the work")
        #expect(lines.surplus <= HostBench.capacity, "only what was in flight is sent twice")
        #expect(lines.repeated.values.allSatisfy { $0.count == 2 })
    }
}
