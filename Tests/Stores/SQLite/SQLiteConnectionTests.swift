import FoundationEssentials
import Testing

@testable import FanfareSQLite

struct SQLiteConnectionTests {
    private let file: TemporaryDatabase
    private let connection: SQLiteConnection

    init() throws {
        file = try TemporaryDatabase()
        connection = try SQLiteConnection(file.path, as: .writer)
    }

    @Test
    func `a writer keeps a log and waits for the disk at every commit`() throws {
        #expect(try connection.string("pragma journal_mode") == "wal")
        #expect(try connection.integer("pragma synchronous") == 2)
        #expect(try connection.integer("pragma busy_timeout") == 5000)
        #expect(try connection.integer("pragma foreign_keys") == 1)
        #expect(try connection.integer("pragma secure_delete") == 0)
        #expect(try connection.integer("pragma temp_store") == 2)
        #expect(try connection.integer("pragma cache_size") == -32000)
        #expect(try connection.integer("pragma journal_size_limit") == 64 * 1024 * 1024)
        #expect(try connection.integer("pragma auto_vacuum") == 2)
    }

    @Test
    func `a reader sees the same settings and cannot write`() throws {
        let reader = try SQLiteConnection(file.path, as: .reader)
        #expect(try reader.string("pragma journal_mode") == "wal")
        #expect(try reader.integer("pragma synchronous") == 2)
        #expect(try reader.integer("pragma busy_timeout") == 5000)
        let error = try #require(throws: SQLiteError.self) { try reader.run("create table t (x integer)") }
        #expect(error.code == .readOnly)
    }

    @Test
    func `every kind of value comes back as it was bound`() throws {
        try connection.run("create table v (i integer, d real, s text, b blob, u blob, f integer) strict")
        let id = UUID()
        let bytes: [UInt8] = [0, 1, 255, 0]
        let insert = try connection.statement("insert into v values (?1, ?2, ?3, ?4, ?5, ?6)")
        try insert.run(Int64.min, 0.1, "a\0ü€🎺", bytes, id, true)
        try insert.run(Int64.max, -Double.infinity, "", [] as [UInt8], id, false)
        try insert.run(nil as Int64?, nil as Double?, nil as String?, nil as [UInt8]?, nil as UUID?, nil as Bool?)

        let rows = try connection.statement("select * from v order by rowid")
        #expect(try rows.step())
        #expect(rows.int64(0) == .min)
        #expect(rows.double(1) == 0.1)
        #expect(rows.text(2) == "a\0ü€🎺")
        #expect(rows.blob(3) == bytes)
        #expect(try rows.uuid(4) == id)
        #expect(rows.bool(5) == true)
        #expect(try rows.step())
        #expect(rows.int(0) == .max)
        #expect(rows.optionalDouble(1) == -.infinity)
        #expect(rows.optionalText(2) == "")
        #expect(rows.optionalBlob(3) == [])
        #expect(try rows.optionalUUID(4) == id)
        #expect(rows.optionalBool(5) == false)
        #expect(try rows.step())
        #expect(rows.optionalInt64(0) == nil)
        #expect(rows.optionalInt(0) == nil)
        #expect(rows.optionalDouble(1) == nil)
        #expect(rows.optionalText(2) == nil)
        #expect(rows.optionalBlob(3) == nil)
        #expect(try rows.optionalUUID(4) == nil)
        #expect(rows.optionalBool(5) == nil)
        #expect(try !rows.step())
    }

    @Test
    func `a column that holds no UUID is an error and not a wrong id`() throws {
        let rows = try connection.statement("select x'0102'")
        #expect(try rows.step())
        let error = try #require(throws: SQLiteError.self) { _ = try rows.uuid(0) }
        #expect(error.code == .corrupt)
    }

    @Test
    func `a statement is compiled once and reset after every use`() throws {
        try connection.run("create table t (x integer)")
        let before = connection.compiled
        for number in 0..<100 { try connection.run("insert into t values (?1)", number) }
        for _ in 0..<100 {
            // Left in the middle of its rows: the next user must begin at the first.
            let rows = try connection.statement("select x from t order by x")
            #expect(try rows.step())
            #expect(rows.int(0) == 0)
        }
        #expect(connection.compiled == before + 2)
    }

    @Test
    func `values are forgotten between two uses`() throws {
        try connection.run("create table t (x integer)")
        do {
            let insert = try connection.statement("insert into t values (?1)")
            try insert.run(1)
        }
        do {
            let insert = try connection.statement("insert into t values (?1)")
            #expect(try !insert.step())
        }
        #expect(try connection.integer("select count(*) from t where x is null") == 1)
    }

    @Test
    func `the same query can be nested`() throws {
        let query: SQLiteQuery = "select value from json_each('[1, 2, 3]')"
        var seen: [Int] = []
        let outer = try connection.statement(query)
        while try outer.step() {
            let inner = try connection.statement(query)
            while try inner.step() { seen.append(outer.int(0) * 10 + inner.int(0)) }
        }
        #expect(seen == [11, 12, 13, 21, 22, 23, 31, 32, 33])
    }

    @Test
    func `a statement can be run again after it failed`() throws {
        try connection.run("create table t (x integer unique)")
        let insert = try connection.statement("insert into t values (?1)")
        try insert.run(1)
        let error = try #require(throws: SQLiteError.self) { try insert.run(1) }
        #expect(error.code == .constraintUnique)
        #expect(error.code.primary == .constraint)
        try insert.run(2)
        #expect(connection.changes == 1)
        #expect(try connection.integer("select count(*) from t") == 2)
    }

    @Test
    func `an error names the statement and shows no bound value`() throws {
        let secret = "8f2c-device-token"
        try connection.run("create table t (x text unique, n integer) strict")
        let insert = SQLiteQuery("add device", "insert into t values (?1, ?2)")
        try connection.run(insert, secret, 1)
        let unique = try #require(throws: SQLiteError.self) { try connection.run(insert, secret, 2) }
        let type = try #require(throws: SQLiteError.self) { try connection.run(insert, "other", secret) }
        let range = try #require(throws: SQLiteError.self) { try connection.run(insert, "other", 1, secret) }
        for error in [unique, type, range] {
            #expect(error.statement == "add device")
            #expect(!"\(error)".contains(secret))
            #expect(!String(reflecting: error).contains(secret))
        }
        #expect("\(unique)" == "add device: UNIQUE constraint failed: t.x (SQLite 2067)")
    }

    @Test
    func `the data version tells of other connections only`() throws {
        try connection.run("create table t (x integer)")
        let before = try connection.dataVersion()
        try connection.run("insert into t values (1)")
        #expect(try connection.dataVersion() == before)
        let other = try SQLiteConnection(file.path, as: .writer)
        try other.run("insert into t values (2)")
        #expect(try connection.dataVersion() != before)
    }
}
