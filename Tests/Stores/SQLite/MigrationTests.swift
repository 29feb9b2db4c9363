import Testing

@testable import FanfareSQLite

@Suite(.timeLimit(.minutes(1)))
struct MigrationTests {
    private let file: TemporaryDatabase

    init() throws { file = try TemporaryDatabase() }

    private let migrations = [
        Migration(number: 1, name: "devices", script: "create table d (x integer); insert into d values (1);"),
        Migration(number: 2, name: "more devices", script: "insert into d values (2)"),
    ]

    private func open() async throws -> SQLiteDatabase {
        let database = SQLiteDatabase(path: file.path)
        try await database.open()
        return database
    }

    @Test
    func `migrations run once in order and are recorded`() async throws {
        let database = try await open()
        #expect(try await database.migrate([migrations[0]]).map(\.number) == [1])
        #expect(try await database.migrate(migrations).map(\.number) == [2])
        #expect(try await database.migrate(migrations).isEmpty)
        let recorded = try await database.read { connection in
            var lines: [String] = []
            let rows = try connection.statement(
                "select number, name, applied_at from schema_migrations order by number"
            )
            while try rows.step() {
                lines.append("\(rows.int(0)) \(rows.text(1)) \(rows.int64(2) > 1_700_000_000_000)")
            }
            return lines
        }
        #expect(recorded == ["1 devices true", "2 more devices true"])
        #expect(try await database.read { try $0.integer("select sum(x) from d") } == 3)
        await database.close()
    }

    @Test
    func `databases that migrate one file at the same time run each migration once`() async throws {
        let databases = [try await open(), try await open(), try await open()]
        let migrations = migrations
        let ran = try await withThrowingTaskGroup(of: [Int].self) { group in
            for database in databases { group.addTask { try await database.migrate(migrations).map(\.number) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(ran.sorted() == [1, 2])
        #expect(try await databases[0].read { try $0.integer("select count(*) from d") } == 2)
        for database in databases { await database.close() }
    }

    @Test
    func `a schema newer than the program is refused with what to do`() async throws {
        let database = try await open()
        try await database.migrate(migrations)
        let error = try await #require(throws: MigrationError.self) { try await database.migrate([migrations[0]]) }
        #expect(error == MigrationError(found: 2, known: 1, path: file.path))
        #expect("\(error)".contains("run a newer version"))
        #expect("\(error)".contains(file.path))
        await database.close()
    }

    @Test
    func `a migration that fails leaves no trace and those before it stay`() async throws {
        let database = try await open()
        let broken = Migration(
            number: 3,
            name: "broken",
            script: "insert into d values (3); insert into missing values (1)"
        )
        let error = try await #require(throws: SQLiteError.self) { try await database.migrate(migrations + [broken]) }
        #expect("\(error)".hasPrefix("migration 3 (broken): no such table"))
        #expect(try await database.read { try $0.integer("select sum(x) from d") } == 3)
        #expect(try await database.read { try $0.integer("select max(number) from schema_migrations") } == 2)
        await database.close()
    }
}
