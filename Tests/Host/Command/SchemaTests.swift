import FanfareCore
import Foundation
import TestPrograms
import Testing

/// Hosts and the schema of a Postgres database.
@Suite struct SchemaTests {
    @Test(.timeLimit(.minutes(2)))
    func `migrations that are run at once are applied once`() async throws {
        let (bench, server, schema) = try await fresh()
        let runs = try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try await bench.runConfigured("migrate") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(runs.map(\.status) == [0, 0, 0, 0], "\(runs)")
        let applied = runs.flatMap { $0.output.split(separator: "\n") }.filter { $0.hasPrefix("migrated: ") }
        let recorded = try await server.sql("select number from \(schema).schema_migrations order by number")
        let numbers = recorded.split(separator: "\n").map(String.init)
        #expect(!numbers.isEmpty)
        #expect(applied.count == numbers.count, "\(applied)")
        #expect(numbers == (1...numbers.count).map(String.init))
    }

    @Test(.timeLimit(.minutes(2)))
    func `hosts that migrate at their start may start at once`() async throws {
        let (bench, _, _) = try await fresh()
        let hosts = try await withThrowingTaskGroup { group in
            for _ in 0..<3 { group.addTask { try await bench.serve("--migrate") } }
            return try await group.reduce(into: [HostProcess]()) { $0.append($1) }
        }
        for host in hosts {
            #expect(try await HostClient(address: host.address).call("GET", "/readyz").0 == 200)
            #expect(await host.stop() == 0)
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: ["serve", "worker"])
    func `without its schema a host does not start, says what to do, and changes nothing`(command: String) async throws
    {
        let (bench, server, schema) = try await fresh()
        let run = try await bench.runConfigured(command)
        #expect(run.status == 1)
        #expect(run.output.contains("run `fanfare migrate`"), "\(run.output)")
        #expect(try await server.sql("select count(*) from pg_namespace where nspname = '\(schema)'") == "0")
    }

    @Test(.timeLimit(.minutes(2)), arguments: [["serve"], ["serve", "--migrate"], ["worker"], ["migrate"]])
    func `a host beside a newer schema does not start, says what to do, and changes nothing`(
        command: [String]
    ) async throws {
        let (bench, server, schema) = try await fresh()
        #expect(try await bench.runConfigured("migrate").status == 0)
        try await server.sql("insert into \(schema).schema_migrations (number, name) values (999, 'from the future')")
        let state = """
            select relname, relkind from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where nspname = '\(schema)' order by 1; select * from \(schema).schema_migrations order by 1
            """
        let before = try await server.sql(state)
        let run = try await bench.run(command + ["--config", bench.configuration.path])
        #expect(run.status == 1)
        #expect(run.output.contains("999") && run.output.contains("a newer version of the program"), "\(run.output)")
        #expect(!run.output.contains("fanfare migrate"), "that would not help")
        #expect(try await server.sql(state) == before)
    }

    @Test(.timeLimit(.minutes(2)))
    func `a host that runs goes on beside a newer schema, but takes no new load`() async throws {
        let (bench, server, schema) = try await fresh()
        let host = try await bench.serve("--migrate")
        try await server.sql("insert into \(schema).schema_migrations (number, name) values (999, 'from the future')")
        try await bench.enqueue(0..<10) { host }
        try await bench.waitUntilSettled(by: host)
        #expect(try bench.lines().count == 10)
        #expect(try await HostClient(address: host.address).call("GET", "/readyz").0 == 503)
        #expect(await host.stop() == 0)
    }

    private func fresh() async throws -> (HostBench, TestPostgres, schema: String) {
        let server = try await TestPostgres.shared()
        let url = server.freshURL(schema: "schema")
        let schema = try #require(url.split(separator: "schema=").last)
        return (try HostBench(at: url, lease: "60s"), server, String(schema))
    }
}
