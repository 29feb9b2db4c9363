import Testing

@testable import FanfarePostgres

struct PipelineTests {
    private static let insert: PostgresStatement = "insert into fanfare.t values ($1) returning a * 2"
    private static let count: PostgresStatement = "select count(*) from fanfare.t"

    private func connection(_ options: [String: String] = [:]) async throws -> PostgresConnection {
        let connection = try await Bench.connection(options)
        try connection.execute(script: "create table fanfare.t (a bigint primary key)")
        return connection
    }

    @Test(arguments: ["on", "off"])
    func `results come in the order of the calls`(prepared: String) async throws {
        let connection = try await connection(["prepared_statements": prepared])
        #expect(try connection.run([]).isEmpty)
        let results = try connection.run([
            PostgresCall(Self.insert, 1), PostgresCall("select 'b'::text"), PostgresCall(Self.insert, 2),
            PostgresCall("update fanfare.t set a = a + 10"), PostgresCall(Self.count),
        ])
        #expect(results.count == 5)
        #expect(try results[0][0].int(0) == 2)
        #expect(try results[1][0].text(0) == "b")
        #expect(try results[2][0].int(0) == 4)
        #expect(results[3].affected == 2)
        #expect(try results[4][0].int(0) == 2)
    }

    @Test(arguments: ["on", "off"], [0, 1, 2, 9])
    func `an error undoes all calls and is the only one told`(prepared: String, place: Int) async throws {
        let connection = try await connection(["prepared_statements": prepared])
        try connection.run(Self.insert, 100)
        var calls = (0..<10).map { PostgresCall(Self.insert, $0) }
        calls[place] = PostgresCall(PostgresStatement("the one", "insert into fanfare.t values ($1)"), 100)
        let error = try #require(throws: PostgresError.self) { try connection.run(calls) }
        #expect(error.sqlState == .uniqueViolation)
        #expect(error.statement == "the one")
        #expect(!error.mayHaveCommitted)
        #expect(!connection.isLost && !connection.isInTransaction)
        #expect(try connection.integer(Self.count) == 1)
        // What was prepared on the way is known to be, or is prepared again.
        calls.remove(at: place)
        #expect(try connection.run(calls).count == 9)
        #expect(try connection.integer(Self.count) == 10)
    }

    @Test
    func `a statement that cannot be prepared undoes all as well`() async throws {
        let connection = try await connection()
        let error = try #require(throws: PostgresError.self) {
            try connection.run([PostgresCall(Self.insert, 1), PostgresCall("no SQL"), PostgresCall(Self.insert, 2)])
        }
        #expect(error.sqlState == .syntaxError)
        #expect(try connection.integer(Self.count) == 0)
    }

    @Test
    func `an error at the end of the transaction is told`() async throws {
        let connection = try await connection()
        try connection.execute(
            script: "create table fanfare.r (a bigint references fanfare.t (a) deferrable initially deferred)"
        )
        let error = try #require(throws: PostgresError.self) {
            try connection.run([PostgresCall(Self.insert, 1), PostgresCall("insert into fanfare.r values ($1)", 2)])
        }
        #expect(error.sqlState == .foreignKeyViolation)
        #expect(try connection.integer(Self.count) == 0)
        #expect(!connection.isLost)
    }

    @Test(.timeLimit(.minutes(1)))
    func `many large calls with large results do not wait for each other for ever`() async throws {
        let connection = try await connection()
        let text = String(repeating: "x", count: 8_000)
        let calls = (0..<10_000).map { PostgresCall("select $1::bigint, $2::text", $0, text) }
        let results = try connection.run(calls)
        #expect(results.count == 10_000)
        for number in stride(from: 0, to: 10_000, by: 999) {
            #expect(try results[number][0].int(0) == number)
            #expect(try results[number][0].text(1) == text)
        }
    }
}
