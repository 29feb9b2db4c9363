import FoundationEssentials
import Testing

@testable import FanfareSQLite

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Several processes, or several databases of one process, on one file.
@Suite(.timeLimit(.minutes(2)))
struct SharedFileTests {
    private let file: TemporaryDatabase

    init() throws { file = try TemporaryDatabase() }

    @Test
    func `a write that has returned survives the death of its process`() async throws {
        try await file.open().close()
        let path = file.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let database = SQLiteDatabase(path: path)
            try await database.open()
            for number in 0..<50 { try await database.write { try $0.run(.insertItem, number, "item") } }
            kill(getpid(), SIGKILL)
        }
        let database = try await file.open()
        #expect(try await database.countItems() == 50)
        await database.close()
    }

    @Test
    func `a write waits for a process that holds the lock`() async throws {
        let database = try await file.open()
        let path = file.path
        let locked = path + ".locked"
        let release = path + ".release"
        async let child = #expect(processExitsWith: .success) {
            [path = path as String, locked = locked as String, release = release as String] in
            let connection = try SQLiteConnection(path, as: .writer)
            try connection.run("begin immediate")
            try connection.run(.insertItem, 1, "child")
            try Data().write(to: URL(filePath: locked))
            while unsafe access(release, F_OK) != 0 { usleep(1000) }
            try connection.run("commit")
        }
        while unsafe access(locked, F_OK) != 0 { try await Task.sleep(for: .milliseconds(1)) }
        async let written: Int64? = database.write { connection in
            try connection.run(.insertItem, 2, "parent")
            return try connection.integer(.countItems)
        }
        while database.pendingWrites == 0 { await Task.yield() }
        // Readers are not held up meanwhile, and see nothing of it.
        #expect(try await database.countItems() == 0)
        #expect(database.pendingWrites == 1)
        try Data().write(to: URL(filePath: release))
        #expect(try await written == 2)
        _ = await child
        await database.close()
    }

    /// Failure case store-03: "database is locked" with a few workers and registrations on one file.
    @Test
    func `store-03 eight workers claim each job once beside registrations without an error`() async throws {
        let jobs = 2000
        let first = try await file.open()
        let second = try await file.open()
        let front = try await file.open()
        try await front.write { connection in
            try connection.run("create table job (id integer primary key, state integer not null) strict")
            try connection.run("create index job_ready on job (id) where state = 0")
            let insert = try connection.statement("insert into job values (?1, 0)")
            for id in 0..<jobs { try insert.run(id) }
        }
        let claim = SQLiteQuery(
            "claim",
            """
            update job set state = 1
            where id in (select id from job where state = 0 order by id limit 5) returning id
            """
        )
        let claimed = try await withThrowingTaskGroup(of: [Int].self) { group in
            for worker in 0..<8 {
                let database = worker % 2 == 0 ? first : second
                group.addTask {
                    var mine: [Int] = []
                    while true {
                        let batch = try await database.write { connection in
                            // Reads, then writes: the order that fails at once in a deferred transaction.
                            var ids: [Int] = []
                            guard try connection.integer("select count(*) from job where state = 0") != 0 else {
                                return ids
                            }
                            let rows = try connection.statement(claim)
                            while try rows.step() { ids.append(rows.int(0)) }
                            return ids
                        }
                        guard !batch.isEmpty else { return mine }
                        mine += batch
                    }
                }
            }
            group.addTask {
                for number in 0..<200 { try await front.write { try $0.run(.insertItem, number, "device") } }
                return []
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.sorted() == Array(0..<jobs))
        #expect(try await first.countItems() == 200)
        for database in [first, second, front] { await database.close() }
    }

    @Test
    func `two databases can make the same new file at once`() async throws {
        let path = file.path
        try await withThrowingTaskGroup { group in
            for number in 0..<4 {
                group.addTask {
                    let database = SQLiteDatabase(path: path)
                    try await database.open()
                    try await database.write { connection in
                        try connection.run("create table if not exists t (x integer)")
                        try connection.run("insert into t values (?1)", number)
                    }
                    await database.close()
                }
            }
            try await group.waitForAll()
        }
        #expect(try SQLiteConnection(path, as: .reader).integer("select count(*) from t") == 4)
    }
}
