import FanfareCore
import Foundation
import TestPrograms
import Testing

/// Hosts whose database goes away and comes back.
@Suite(.serialized) struct DatabaseLossTests {
    private static let deliveries = 4000

    @Test(.timeLimit(.minutes(5)))
    func `promises 1, 2 and 4: hosts survive a crash of the database, and go on by themselves`() async throws {
        let server = try await TestPostgres.dedicated()
        let bench = try await HostBench(migrating: server.url(), lease: "5s")
        let hosts = [try await bench.serve(), try await bench.serve()]
        async let first: Void = bench.enqueue(0..<Self.deliveries / 2) { hosts[0] }
        async let second: Void = bench.enqueue(Self.deliveries / 2..<Self.deliveries) { hosts[1] }

        try await bench.waitForLines(Self.deliveries / 8)
        try await server.restart(.immediate)
        try await bench.waitForLines(try bench.lines().count + Self.deliveries / 8)
        try await server.stop(.immediate)
        for host in hosts { try await expectAway(host) }
        try await server.start()

        try await first
        try await second
        try await bench.waitUntilSettled(by: hosts[0])
        for host in hosts {
            #expect(try await HostClient(address: host.address).head("GET", "/readyz").0 == 200)
            #expect(await host.stop() == 0, "it is the process that was started")
        }

        try await expectAllSent(bench)
        #expect(try bench.lines().surplus <= 2 * hosts.count * HostBench.capacity, "only what was in flight")
    }

    @Test(.timeLimit(.minutes(5)))
    func `hosts survive that the server ends all their connections, again and again`() async throws {
        let server = try await TestPostgres.shared()
        let name = "hosts_\(UUID().uuidString.prefix(8))"
        let url = server.freshURL(schema: "hosts", options: ["application_name": name])
        let bench = try await HostBench(migrating: url, lease: "30s")
        let hosts = [try await bench.serve(), try await bench.serve()]
        async let first: Void = bench.enqueue(0..<Self.deliveries / 2) { hosts[0] }
        async let second: Void = bench.enqueue(Self.deliveries / 2..<Self.deliveries) { hosts[1] }
        for number in 1...8 {
            try await bench.waitForLines(number * Self.deliveries / 10)
            // Those that were ended the last time may not be back yet.
            try await bench.wait {
                try await server.sql(
                    "select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = '\(name)'"
                ) != "0"
            }
        }
        try await first
        try await second
        try await bench.waitUntilSettled(by: hosts[0])
        for host in hosts { #expect(await host.stop() == 0) }
        try await expectAllSent(bench)
        #expect(try bench.lines().surplus <= 8 * hosts.count * HostBench.capacity, "only what was in flight")
    }

    @Test(.timeLimit(.minutes(5)))
    func `hosts wait for a connection when the server gives out no more`() async throws {
        let server = try await TestPostgres.dedicated()
        let bench = try await HostBench(migrating: server.url(), lease: "5s")
        let hosts = [try await bench.serve(), try await bench.serve()]
        try await bench.enqueue(0..<500) { hosts[0] }
        try await bench.waitUntilSettled(by: hosts[0])

        // The error is that of a server whose connections are all taken (53300).
        try await server.sql("alter role fanfare connection limit 0")
        try await bench.wait {
            try await server.sql(
                "select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'fanfare'"
            ) == "0"
        }
        for host in hosts { try await expectAway(host) }
        let refused = try await bench.runConfigured("serve")
        #expect(refused.status == 1)
        #expect(refused.output.contains("the store cannot be opened"), "\(refused.output)")
        async let enqueued: Void = bench.enqueue(500..<1000) { hosts[1] }
        try await server.sql("alter role fanfare connection limit -1")
        try await enqueued
        try await bench.waitUntilSettled(by: hosts[0])
        for host in hosts { #expect(await host.stop() == 0) }
        try await expectAllSent(bench, count: 1000)
        #expect(try bench.lines().repeated.isEmpty, "nothing was in flight")
    }

    /// Expects that a host says so when its store is away, and lives.
    private func expectAway(_ host: HostProcess) async throws {
        let client = HostClient(address: host.address)
        let calls: [(String, String, JSONValue?)] = [
            ("POST", "/v1/notifications", ["to": ["user": "1"], "type": "order.shipped", "data": ["order": "1"]]),
            ("PUT", "/v1/devices", ["platform": "fcm", "token": "abc", "user": "1"]),
            ("GET", "/v1/deliveries", nil),
            ("GET", "/readyz", nil),
        ]
        for (method, path, body) in calls {
            let (status, retryAfter) = try await client.head(method, path, body)
            #expect(status == 503, "\(path)")
            #expect(retryAfter.flatMap { Int($0) } != nil, "\(path)")
        }
        #expect(try await client.head("GET", "/healthz").0 == 200)
        #expect(try await client.head("GET", "/metrics").0 == 200)
    }

    private func expectAllSent(_ bench: HostBench, count: Int = deliveries) async throws {
        let all = try await bench.records()
        #expect(all.count == count, "each call is stored once")
        #expect(all.allSatisfy { $0.state == .sent })
        #expect(Set(try bench.lines().map(\.delivery)) == Set(all.map(\.id.description)))
    }
}
