import TestPrograms
import Testing

@testable import FanfarePostgres

/// What happens when connections are lost, on servers that a test has for itself.
@Suite(.timeLimit(.minutes(2)))
struct LossTests {
    private func terminate(_ server: TestPostgres, _ application: String) async throws {
        try await server.sql(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = '\(application)'"
        )
    }

    @Test
    func `a connection that was ended while idle is replaced unnoticed`() async throws {
        let server = try await TestPostgres.shared()
        let location = try await Bench.location(["application_name": "idler", "pool_size": "2"])
        try await Bench.withPool(location) { pool in
            let first = try await pool.run("pid") { try $0.backend }
            try await terminate(server, "idler")
            try await eventually("it has ended") {
                try await server.sql("select count(*) from pg_stat_activity where pid = \(first)") == "0"
            }
            let (second, prepared) = try await pool.run("pid") { connection in
                (try connection.backend, connection.prepared)
            }
            #expect(second != first)
            #expect(prepared == 1)
            #expect(pool.statistics.open == 1)
        }
    }

    @Test
    func `a connection that is ended while busy fails its call with the server's reason`() async throws {
        let server = try await TestPostgres.shared()
        let location = try await Bench.location(["application_name": "busy", "pool_size": "1"])
        try await Bench.withPool(location) { pool in
            try await pool.run("table") { try $0.execute(script: "create table fanfare.t (a bigint)") }
            func lose(_ body: @escaping @Sendable (PostgresConnection) throws -> Void) async throws -> PostgresError {
                let call = Task { try await pool.run("sleep") { try body($0) } }
                try await eventually("it sleeps") {
                    try await server.sql(
                        "select count(*) from pg_stat_activity where application_name = 'busy' and wait_event = 'PgSleep'"
                    ) == "1"
                }
                try await terminate(server, "busy")
                return try await postgresError { try await call.value }
            }
            let alone = try await lose { _ = try $0.run("select pg_sleep(60)") }
            #expect(alone.sqlState == .adminShutdown)
            #expect(alone.isTransient)
            #expect(alone.mayHaveCommitted)
            let inTransaction = try await lose { connection in
                try connection.transaction {
                    try connection.run("insert into fanfare.t values (1)")
                    _ = try connection.run("select pg_sleep(60)")
                }
            }
            #expect(inTransaction.sqlState == .adminShutdown)
            #expect(!inTransaction.mayHaveCommitted)
            let inPipeline = try await lose { connection in
                try connection.run([
                    PostgresCall("insert into fanfare.t values (1)"), PostgresCall("select pg_sleep(60)"),
                    PostgresCall("insert into fanfare.t values (2)"),
                ])
            }
            #expect(inPipeline.sqlState == .adminShutdown)
            #expect(inPipeline.mayHaveCommitted)
            #expect(try await pool.run("count") { try $0.integer("select count(*) from fanfare.t") } == 0)
        }
    }

    @Test
    func `a connection that is lost at the commit may have stored its work`() async throws {
        let server = try await TestPostgres.shared()
        let location = try await Bench.location(["application_name": "committing", "pool_size": "1"])
        try await Bench.withPool(location) { pool in
            try await pool.run("table") { connection in
                try connection.execute(
                    script: """
                        create table fanfare.t (a bigint);
                        create function fanfare.slow() returns trigger language plpgsql as
                            $$ begin perform pg_sleep(60); return null; end $$;
                        create constraint trigger slow after insert on fanfare.t deferrable initially deferred
                            for each row execute function fanfare.slow();
                        """
                )
            }
            let insert: PostgresStatement = "insert into fanfare.t values (1)"
            let bodies: [@Sendable (PostgresConnection) throws -> Void] = [
                { connection in try connection.transaction { _ = try connection.run(insert) } },
                { _ = try $0.run([PostgresCall(insert), PostgresCall(insert)]) },
            ]
            for body in bodies {
                let call = Task { try await pool.run("insert") { try body($0) } }
                try await eventually("it commits") {
                    try await server.sql(
                        "select count(*) from pg_stat_activity where application_name = 'committing' and wait_event = 'PgSleep'"
                    ) == "1"
                }
                try await terminate(server, "committing")
                let error = try await postgresError { try await call.value }
                #expect(error.sqlState == .adminShutdown)
                #expect(error.mayHaveCommitted)
            }
        }
    }

    @Test
    func `a server that crashes and comes back is found again`() async throws {
        let server = try await TestPostgres.dedicated()
        let location = try await Bench.location(["pool_size": "3"], on: server)
        try await Bench.withPool(location) { pool in
            try await pool.run("table") { try $0.execute(script: "create table fanfare.t (a bigint)") }
            let insert: PostgresStatement = "insert into fanfare.t values ($1)"
            let busy = Task { try await pool.run("sleep") { _ = try $0.run("select pg_sleep(60)") } }
            try await eventually("it sleeps") {
                try await server.sql("select count(*) from pg_stat_activity where wait_event = 'PgSleep'") == "1"
            }
            try await pool.run("insert") { _ = try $0.run(insert, 1) }
            try await server.restart(.immediate)
            let lost = try await postgresError { try await busy.value }
            #expect(lost.isTransient && lost.mayHaveCommitted)
            // The idle connection is dead as well; nobody is told.
            try await pool.run("insert") { _ = try $0.run(insert, 2) }
            #expect(try await pool.run("count") { try $0.integer("select count(*) from fanfare.t") } == 2)

            try await server.stop()
            let down = try await postgresError { try await pool.run("insert") { _ = try $0.run(insert, 3) } }
            #expect(down.sqlState == .cannotConnect)
            #expect(down.isTransient && !down.mayHaveCommitted)
            // During the pause after the failure nobody knocks: all learn the reason at once.
            for _ in 0..<100 {
                let error = try await postgresError { try await pool.run("insert") { _ = try $0.run(insert, 3) } }
                #expect(error.isTransient)
            }
            #expect(pool.statistics.open == 0)
            #expect((1..<50).contains(pool.statistics.failures))
            try await server.start()
            try await eventually("it is found again") {
                do { try await pool.run("insert") { _ = try $0.run(insert, 4) } } catch let error as PostgresError {
                    #expect(error.isTransient)
                    return false
                }
                return true
            }
            #expect(try await pool.run("count") { try $0.integer("select count(*) from fanfare.t") } == 3)
        }
    }

    @Test
    func `a server that gives fewer connections than the pool may have serves all calls`() async throws {
        let server = try await TestPostgres.dedicated(maxConnections: 6)
        let location = try await Bench.location(["pool_size": "16"], on: server)
        try await Bench.withPool(location) { pool in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<200 {
                    group.addTask { try await pool.run("call") { try $0.integer("select $1::bigint", number) } }
                }
                let sum = try await group.reduce(0, +)
                #expect(sum == 19_900)
            }
            #expect((1...3).contains(pool.statistics.open))
            // Where there is no connection at all, the reason is told.
            let others = PostgresPool(location)
            let rest = (0..<3).compactMap { _ in try? PostgresConnection.dial(location) }
            let error = try await postgresError { try await others.open() }
            #expect(error.sqlState == .tooManyConnections)
            #expect(error.isTransient)
            _ = rest
        }
    }

    @Test
    func `a server that does not answer in time costs the connection and its statement is stopped`() async throws {
        let server = try await TestPostgres.shared()
        let location = try await Bench.location(["application_name": "slow", "pool_size": "1"])
        try await Bench.withPool(location, callLimit: .milliseconds(500)) { pool in
            let first = try await pool.run("pid") { try $0.backend }
            let error = try await postgresError {
                try await pool.run("sleep") { _ = try $0.run("select pg_sleep(60)") }
            }
            #expect(error.sqlState == .timedOut)
            #expect(error.isTransient && error.mayHaveCommitted)
            #expect(try await pool.run("pid") { try $0.backend } != first)
            try await eventually("the server has stopped it", within: .seconds(10)) {
                try await server.sql("select count(*) from pg_stat_activity where pid = \(first)") == "0"
            }
        }
    }
}
