import FoundationEssentials
import Testing

@testable import FanfarePostgres

struct CopyTests {
    private func connection() async throws -> PostgresConnection {
        let connection = try await Bench.connection()
        try connection.execute(script: "create table fanfare.t (a bigint primary key, b text, c uuid, d text[])")
        return connection
    }

    @Test
    func `ten thousand rows arrive as they were sent`() async throws {
        let connection = try await connection()
        var rows = PostgresCopy(columns: 4)
        let ids = (0..<10_000).map { _ in UUID() }
        func text(_ number: Int) -> String? { number % 7 == 0 ? nil : "ü\t\\N\n\(number)" }
        for (number, id) in ids.enumerated() { rows.append(row: number, text(number), id, [text(number), "x"]) }
        #expect(rows.count == 10_000)
        try connection.copy(into: "fanfare.t", columns: ["a", "b", "c", "d"], rows)
        let stored = try connection.run("select a, b, c, d[1], d[2], cardinality(d) from fanfare.t order by a")
        #expect(stored.count == 10_000)
        for (number, row) in stored.enumerated() {
            try #require(try row.int(0) == number)
            try #require(try row.optionalText(1) == text(number))
            try #require(try row.uuid(2) == ids[number])
            try #require(try row.optionalText(3) == text(number))
            try #require(try row.text(4) == "x")
            try #require(try row.int(5) == 2)
        }
    }

    @Test
    func `no rows are no error`() async throws {
        let connection = try await connection()
        try connection.copy(into: "fanfare.t", columns: ["a"], PostgresCopy(columns: 1))
        #expect(try connection.integer("select count(*) from fanfare.t") == 0)
    }

    @Test
    func `an error leaves no row, and the connection can be used`() async throws {
        let connection = try await connection()
        var rows = PostgresCopy(columns: 2)
        // Large enough that the server complains while rows are still being sent.
        for number in 0..<50_000 { rows.append(row: number == 20_000 ? 0 : number, "hunter2 \(number)") }
        let error = try #require(throws: PostgresError.self) {
            try connection.copy(into: "fanfare.t", columns: ["a", "b"], rows)
        }
        #expect(error.sqlState == .uniqueViolation)
        #expect(!error.description.contains("hunter2"))
        #expect(!error.mayHaveCommitted)
        #expect(try connection.integer("select count(*) from fanfare.t") == 0)

        let missing = try #require(throws: PostgresError.self) {
            try connection.copy(into: "fanfare.missing", columns: ["a", "b"], rows)
        }
        #expect(missing.sqlState == .undefinedTable)
        #expect(try connection.integer("select count(*) from fanfare.t") == 0)
    }

    @Test
    func `rows of the wrong width or with what cannot be stored are not sent`() async throws {
        let connection = try await connection()
        var short = PostgresCopy(columns: 2)
        short.append(row: 1)
        var unsendable = PostgresCopy(columns: 2)
        unsendable.append(row: 1, "a\0")
        for rows in [short, unsendable] {
            let error = try #require(throws: PostgresError.self) {
                try connection.copy(into: "fanfare.t", columns: ["a", "b"], rows)
            }
            #expect(error.sqlState == .unsendableValue)
        }
        #expect(try connection.integer("select count(*) from fanfare.t") == 0)
    }

    @Test
    func `in a transaction it is a part of it`() async throws {
        let connection = try await connection()
        var rows = PostgresCopy(columns: 1)
        rows.append(row: 1)
        #expect(throws: CancellationError.self) {
            try connection.transaction {
                try connection.copy(into: "fanfare.t", columns: ["a"], rows)
                throw CancellationError()
            }
        }
        #expect(try connection.integer("select count(*) from fanfare.t") == 0)
    }

    @Test
    func `COPY as a statement is refused and costs the connection`() async throws {
        let connection = try await connection()
        let error = try #require(throws: PostgresError.self) {
            try connection.execute(script: "copy fanfare.t to stdout")
        }
        #expect(error.sqlState == .unexpectedResult)
        #expect(connection.isLost)
        #expect(throws: PostgresError.self) { try connection.run("select 1") }
        let other = try await self.connection()
        #expect(throws: PostgresError.self) {
            try other.run([
                PostgresCall("select 1"), PostgresCall("copy fanfare.t from stdin"), PostgresCall("select 2"),
            ])
        }
        #expect(other.isLost)
    }
}
