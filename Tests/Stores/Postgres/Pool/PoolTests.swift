import TestPrograms
import Testing

@testable import FanfarePostgres

@Suite(.timeLimit(.minutes(1)))
struct PoolTests {
    private let lock: PostgresStatement = "select pg_advisory_xact_lock(hashtext($1))"

    /// A location whose statements wait for locks as long as it takes, known to the server by the schema's name.
    private func location(_ options: [String: String] = [:]) async throws -> PostgresLocation {
        try await Bench.location(["options": "-c%20lock_timeout%3D0"].merging(options) { $1 })
    }

    /// How many of the location's connections wait for the lock.
    private func waiting(for location: PostgresLocation) async throws -> Int? {
        Int(
            try await TestPostgres.shared().sql(
                """
                select count(*) from pg_locks where locktype = 'advisory' and not granted
                    and objid = (hashtext('\(location.schema)')::bigint & 4294967295)::oid
                """
            )
        )
    }

    /// Runs `body` while an advisory lock is held that ``lock`` waits for, and lets it go afterwards.
    private func holding(_ location: PostgresLocation, _ body: () async throws -> Void) async throws {
        let key = location.schema
        let holder = PostgresPool(location)
        try await holder.open()
        try await holder.run("hold") { _ = try $0.run("select pg_advisory_lock(hashtext($1))", key) }
        do { try await body() } catch {
            await holder.close()
            throw error
        }
        await holder.close()
    }

    @Test
    func `calls run and their results and errors come back`() async throws {
        try await Bench.withPool(try await Bench.location()) { pool in
            #expect(try await pool.run("one") { try $0.integer("select 1::bigint") } == 1)
            let error = try await postgresError { try await pool.run("bad") { _ = try $0.run("no SQL") } }
            #expect(error.sqlState == .syntaxError)
            await #expect(throws: CancellationError.self) {
                try await pool.run("own") { _ in throw CancellationError() }
            }
            #expect(pool.statistics == PoolStatistics(open: 1, idle: 1, waiting: 0))
        }
    }

    @Test
    func `calls one after the other share one connection`() async throws {
        try await Bench.withPool(try await Bench.location()) { pool in
            var backends: Set<Int> = []
            for _ in 0..<200 { backends.insert(try await pool.run("pid") { try $0.backend }) }
            #expect(backends.count == 1)
        }
    }

    @Test
    func `no more connections are made than the location allows`() async throws {
        let location = try await location(["pool_size": "3", "application_name": "bounds"])
        try await Bench.withPool(location) { pool in
            let backends = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<300 { group.addTask { try await pool.run("pid") { try $0.backend } } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect((1...3).contains(backends.count))
            #expect(pool.statistics.open <= 3)
        }
        let left = try await TestPostgres.shared().sql(
            "select count(*) from pg_stat_activity where application_name = 'bounds'"
        )
        #expect(left == "0" || Int(left).map { $0 <= 3 } == true)
    }

    @Test
    func `while all connections wait for the server, the pool of tasks does not`() async throws {
        let location = try await location(["pool_size": "16"])
        let key = location.schema
        try await Bench.withPool(location) { pool in
            try await withThrowingTaskGroup(of: Void.self) { group in
                try await holding(location) {
                    for _ in 0..<16 {
                        group.addTask { try await pool.run("wait") { [lock] in _ = try $0.run(lock, key) } }
                    }
                    try await eventually("all sixteen wait in the server") {
                        try await waiting(for: location) == 16
                    }
                    // More tasks than there are threads, each of which needs one now.
                    let sum = await withTaskGroup(of: Int.self) { tasks in
                        for number in 0..<100 {
                            tasks.addTask {
                                await Task.yield()
                                return number
                            }
                        }
                        return await tasks.reduce(0, +)
                    }
                    #expect(sum == 4950)
                }
                try await group.waitForAll()
            }
        }
    }

    @Test
    func `those who wait are served in the order in which they came`() async throws {
        let location = try await location(["pool_size": "1"])
        let key = location.schema
        let order = Happenings()
        try await Bench.withPool(location) { pool in
            try await withThrowingTaskGroup(of: Void.self) { group in
                try await holding(location) {
                    group.addTask { try await pool.run("wait") { [lock] in _ = try $0.run(lock, key) } }
                    try await eventually("the connection is busy") { pool.statistics.idle == 0 }
                    for number in 0..<20 {
                        group.addTask { try await pool.run("next") { _ in order.add(number) } }
                        try await eventually("it waits") { pool.statistics.waiting == number + 1 }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(order.all == Array(0..<20))
    }

    @Test
    func `waiting is bounded in number and in time, and can be cancelled`() async throws {
        let location = try await location(["pool_size": "1"])
        let key = location.schema
        try await Bench.withPool(location, waitLimit: .milliseconds(300), lineLimit: 2) { pool in
            let waiting = try await withThrowingTaskGroup(of: Void.self) { group in
                var waiting: [Task<Void, any Error>] = []
                try await holding(location) {
                    group.addTask { try await pool.run("wait") { [lock] in _ = try $0.run(lock, key) } }
                    try await eventually("the connection is busy") { pool.statistics.idle == 0 }
                    let cancelled = Task { try await pool.run("cancelled") { _ in _ = Issue.record("it ran") } }
                    try await eventually("it waits") { pool.statistics.waiting == 1 }
                    cancelled.cancel()
                    await #expect(throws: CancellationError.self) { try await cancelled.value }
                    #expect(pool.statistics.waiting == 0)

                    for number in 1...2 {
                        let late = Task { try await pool.run("late") { _ in _ = Issue.record("it ran") } }
                        waiting.append(late)
                        try await eventually("it waits") { pool.statistics.waiting == number }
                    }
                    let full = try await postgresError { try await pool.run("third") { _ in } }
                    #expect(full.sqlState == .poolBusy)
                    #expect(full.isTransient)
                    for task in waiting {
                        let late = try await postgresError { try await task.value }
                        #expect(late.sqlState == .poolBusy)
                        #expect(late.statement == "late")
                    }
                }
                try await group.waitForAll()
                return waiting.count
            }
            #expect(waiting == 2)
            #expect(try await pool.run("after") { try $0.integer("select 1::bigint") } == 1)
        }
    }

    @Test
    func `a task cancelled before it calls never runs`() async throws {
        try await Bench.withPool(try await Bench.location()) { pool in
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                try await pool.run("never") { _ in _ = Issue.record("it ran") }
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test
    func `a cancellable statement stops in the server when its task is cancelled`() async throws {
        let location = try await location(["application_name": "sleeper", "pool_size": "1"])
        try await Bench.withPool(location) { pool in
            let first = try await pool.run("pid") { try $0.backend }
            let task = Task { try await pool.run("sleep", cancellable: true) { _ = try $0.run("select pg_sleep(60)") } }
            let server = try await TestPostgres.shared()
            let sleeping =
                "select count(*) from pg_stat_activity where wait_event = 'PgSleep' and application_name = 'sleeper'"
            try await eventually("it sleeps") { try await server.sql(sleeping) == "1" }
            let begin = ContinuousClock.now
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            // Not the server's own limit has stopped it.
            #expect(begin.duration(to: .now) < .seconds(15))
            #expect(try await server.sql(sleeping) == "0")
            // A request to stop that comes late must not meet the next statement, so that has another connection.
            #expect(try await pool.run("pid") { try $0.backend } != first)
        }
    }

    @Test
    func `what is not cancellable is finished although its task is cancelled`() async throws {
        let location = try await location(["pool_size": "1"])
        let key = location.schema
        try await Bench.withPool(location) { pool in
            try await pool.run("table") { try $0.execute(script: "create table fanfare.t (a bigint)") }
            var writing: Task<Void, any Error>?
            try await holding(location) {
                let task = Task {
                    try await pool.run("write") { [lock] connection in
                        try connection.transaction {
                            _ = try connection.run(lock, key)
                            try connection.run("insert into fanfare.t values (1)")
                        }
                    }
                }
                try await eventually("it runs") { pool.statistics.idle == 0 }
                try await eventually("it waits in the server") {
                    try await waiting(for: location) == 1
                }
                task.cancel()
                writing = task
            }
            try await writing?.value
            #expect(try await pool.run("count") { try $0.integer("select count(*) from fanfare.t") } == 1)
        }
    }

    @Test
    func `a transaction that a body leaves open is rolled back`() async throws {
        try await Bench.withPool(try await Bench.location()) { pool in
            try await pool.run("leave") { try $0.execute(script: "begin; create table fanfare.t (a bigint)") }
            let table = try await pool.run("look") { connection in
                #expect(!connection.isInTransaction)
                return try connection.run("select to_regclass('fanfare.t')::text")[0].optionalText(0)
            }
            #expect(table == nil)
        }
    }

    @Test
    func `closing finishes what runs and waits, and takes no more`() async throws {
        let location = try await location(["pool_size": "2", "application_name": "closing"])
        // Full as it is, it answers each further call at once.
        let pool = PostgresPool(location, lineLimit: 8)
        try await pool.open()
        let done = Happenings()
        try await withThrowingTaskGroup(of: Void.self) { group in
            try await holding(location) {
                for _ in 0..<10 {
                    group.addTask { [lock] in
                        try await pool.run("wait") { _ = try $0.run(lock, location.schema) }
                        done.add()
                    }
                }
                try await eventually("two run and eight wait") { pool.statistics.waiting == 8 }
                group.addTask { await pool.close() }
                try await eventually("it takes no more") {
                    try await postgresError { try await pool.run("more") { _ in } }.sqlState == .poolClosed
                }
                #expect(done.all.count == 0)
            }
            try await group.waitForAll()
        }
        #expect(done.all.count == 10)
        await pool.close()
        let error = try await postgresError { try await pool.run("late") { _ in } }
        #expect(error.sqlState == .poolClosed)
    }

    @Test
    func `a pool that cannot open says why and is closed`() async throws {
        let location = try PostgresLocation("postgres://u:hunter2@127.0.0.1:1/d")
        let pool = PostgresPool(location)
        let error = try await postgresError { try await pool.open() }
        #expect(error.sqlState == .cannotConnect)
        #expect(!error.description.contains("hunter2"))
        #expect(try await postgresError { try await pool.run("late") { _ in } }.sqlState == .poolClosed)
        let unopened = PostgresPool(location)
        #expect(try await postgresError { try await unopened.run("early") { _ in } }.sqlState == .poolClosed)
        await unopened.close()
    }
}
