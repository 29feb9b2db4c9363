import Testing

@testable import FanfarePostgres

struct StatementTests {
    @Test
    func `a statement is prepared once for each combination of types`() async throws {
        let connection = try await Bench.connection()
        let statement: PostgresStatement = "select $1::bigint + 1"
        for number in 1...3 { #expect(try connection.integer(statement, number) == number + 1) }
        #expect(connection.prepared == 1)
        // A NULL suits what is there.
        let none: Int? = nil
        #expect(try connection.run(statement, none)[0].isNull(0))
        #expect(try connection.run(statement, nil)[0].isNull(0))
        #expect(connection.prepared == 1)
        #expect(try connection.run("select $1::text", nil)[0].isNull(0))
        #expect(try connection.run("select $1::text", "a")[0].text(0) == "a")
        // The pipeline knows them too, and prepares what is new once.
        let results = try connection.run((1...100).map { PostgresCall(statement, $0) })
        #expect(try results.map { try $0[0].int(0) } == Array(2...101))
        let before = connection.prepared
        _ = try connection.run((1...100).map { PostgresCall("select $1::bigint - 1", $0) })
        #expect(connection.prepared == before + 1)
        #expect(try connection.integer("select $1::bigint - 1", 1) == 0)
        #expect(connection.prepared == before + 1)
    }

    @Test
    func `the number of prepared statements is bounded`() async throws {
        let connection = try await Bench.connection()
        for number in 0..<600 { #expect(try connection.integer(PostgresStatement("n", "select \(number)")) == number) }
        let kept = try connection.integer("select count(*) from pg_prepared_statements")
        #expect(kept <= PostgresConnection.cacheLimit)
    }

    @Test
    func `without prepared statements nothing is prepared and no session is set up`() async throws {
        let connection = try await Bench.connection(["prepared_statements": "off"])
        #expect(try connection.integer("select $1::bigint", 7) == 7)
        _ = try connection.run([PostgresCall("select $1::bigint", 7), PostgresCall("select $1::text", "a")])
        #expect(connection.prepared == 0)
        #expect(try connection.integer("select count(*) from pg_prepared_statements") == 0)
        #expect(try connection.string("select current_setting('statement_timeout')") == "0")
        let other = try await Bench.connection()
        #expect(try other.string("select current_setting('statement_timeout')") == "30s")
        #expect(try other.string("select current_setting('lock_timeout')") == "5s")
        #expect(try other.string("select current_setting('idle_in_transaction_session_timeout')") == "30s")
        #expect(try other.integer("select count(*) from pg_prepared_statements") > 0)
    }

    @Test
    func `a statement is prepared again when its table has changed`() async throws {
        let connection = try await Bench.connection()
        try connection.execute(script: "create table fanfare.t (a bigint); insert into fanfare.t values (1)")
        let all: PostgresStatement = "select * from fanfare.t"
        #expect(try connection.run(all)[0].int(0) == 1)
        try connection.execute(script: "alter table fanfare.t add b text default 'x'")
        #expect(try connection.run(all)[0].text(1) == "x")
        try connection.execute(script: "alter table fanfare.t add c text default 'y'")
        #expect(try connection.run([PostgresCall("select 1"), PostgresCall(all)])[1][0].text(2) == "y")
        // In a transaction the error has undone what came before, so the caller must know.
        try connection.execute(script: "alter table fanfare.t add d text")
        let error = try #require(throws: PostgresError.self) {
            try connection.transaction { _ = try connection.run(all) }
        }
        #expect(error.sqlState == .featureNotSupported)
        #expect(try connection.run(all)[0].isNull(3))
    }

    @Test
    func `a statement is prepared again when somebody has dropped it`() async throws {
        let connection = try await Bench.connection()
        let statement: PostgresStatement = "select $1::bigint"
        #expect(try connection.integer(statement, 1) == 1)
        try connection.execute(script: "deallocate all")
        #expect(try connection.integer(statement, 2) == 2)
        try connection.execute(script: "deallocate all")
        #expect(try connection.run([PostgresCall(statement, 3), PostgresCall(statement, 4)])[1][0].int(0) == 4)
    }

    @Test
    func `a transaction stores all or nothing`() async throws {
        let connection = try await Bench.connection()
        try connection.execute(script: "create table fanfare.t (a bigint primary key)")
        let insert: PostgresStatement = "insert into fanfare.t values ($1)"
        let count: PostgresStatement = "select count(*) from fanfare.t"
        let affected = try connection.transaction {
            try connection.run(insert, 1)
            try connection.run([PostgresCall(insert, 2), PostgresCall(insert, 3)])
            return try connection.run("update fanfare.t set a = a + 10 where a > 1").affected
        }
        #expect(affected == 2)
        #expect(try connection.integer(count) == 3)

        #expect(throws: CancellationError.self) {
            try connection.transaction {
                try connection.run(insert, 20)
                throw CancellationError()
            }
        }
        #expect(!connection.isInTransaction)
        #expect(throws: PostgresError.self) {
            try connection.transaction {
                try connection.run(insert, 21)
                _ = try connection.run([PostgresCall(insert, 22), PostgresCall(insert, 1)])
            }
        }
        #expect(try connection.integer(count) == 3)
        // An error that the body keeps to itself is no success.
        let error = try #require(throws: PostgresError.self) {
            try connection.transaction {
                try connection.run(insert, 23)
                _ = try? connection.run(insert, 1)
            }
        }
        #expect(error.sqlState == .failedTransaction)
        #expect(!error.mayHaveCommitted)
        #expect(try connection.integer(count) == 3)
        let nested = try #require(throws: PostgresError.self) {
            try connection.transaction { try connection.transaction {} }
        }
        #expect(nested.sqlState == .activeTransaction)
        #expect(!connection.isInTransaction)
    }

    @Test
    func `a script that fails leaves nothing behind`() async throws {
        let connection = try await Bench.connection()
        let error = try #require(throws: PostgresError.self) {
            try connection.execute(script: "create table fanfare.t (a bigint); insert into fanfare.missing values (1)")
        }
        #expect(error.sqlState == .undefinedTable)
        #expect(try connection.run("select to_regclass('fanfare.t')::text")[0].isNull(0))
    }

    @Test
    func `names are replaced by the schema, whatever its name is`() async throws {
        let schema = #"we"ird.Schema"#
        let location = try PostgresLocation("postgres://u@h/d?schema=we%22ird.Schema")
        #expect(location.schema == schema)
        #expect(
            location.placing("select fanfare.f(x) from fanfare.t")
                == #"select "we""ird.Schema".f(x) from "we""ird.Schema".t"#
        )
    }
}
