import FanfareBlocking
import FoundationEssentials
import Synchronization
import Testing

@testable import FanfareSQLite

@Suite(.timeLimit(.minutes(2)))
struct SQLiteDatabaseTests {
    private let file: TemporaryDatabase

    init() throws { file = try TemporaryDatabase() }

    private struct Failure: Error, Equatable { let number: Int }

    /// Writes number 0, 1, … in this order and in one group: they are submitted while the writer is held.
    ///
    /// - Returns: What each write returned or threw.
    private func group(
        of count: Int,
        in database: SQLiteDatabase,
        whenSubmitted: @Sendable () async -> Void = {},
        _ body: @escaping @Sendable (Int, SQLiteConnection) throws -> Int64
    ) async -> [Result<Int64, any Error>] {
        let gate = Gate()
        return await withTaskGroup(of: (Int, Result<Int64, any Error>).self) { group in
            group.addTask { (-1, await result { try await database.write { _ in gate.wait() } }) }
            // Not before the writer is held does it leave what comes for the next group.
            while !gate.hasBeenReached { await Task.yield() }
            for number in 0..<count {
                group.addTask { (number, await result { try await database.write { try body(number, $0) } }) }
                while database.pendingWrites < number + 2 { await Task.yield() }
            }
            async let submitted: Void = whenSubmitted()
            gate.open()
            await submitted
            var results = [Result<Int64, any Error>](repeating: .success(-1), count: count)
            for await (number, result) in group where number >= 0 { results[number] = result }
            return results
        }
    }

    @Test(arguments: [0, 1, 4, 9])
    func `one write that throws among ten undoes itself alone`(failing: Int) async throws {
        let database = try await file.open(groupTime: .seconds(60))
        let path = file.path
        let results = await group(of: 10, in: database) { number, connection in
            try connection.run(.insertItem, number, "item")
            // What the file shows to others while the group is open: nothing, so it is one transaction.
            let visible = try SQLiteConnection(path, as: .reader).integer(.countItems)
            if number == failing { throw Failure(number: number) }
            return visible ?? -1
        }
        for (number, result) in results.enumerated() {
            if number == failing {
                #expect(throws: Failure(number: failing)) { try result.get() }
            } else {
                let visible = try result.get()
                #expect(visible == 0, "to others, when write \(number) was made")
            }
        }
        let stored = try await database.read { connection in
            var numbers: [Int] = []
            let rows = try connection.statement("select number from item order by number")
            while try rows.step() { numbers.append(rows.int(0)) }
            return numbers
        }
        #expect(stored == (0..<10).filter { $0 != failing })
        await database.close()
    }

    @Test
    func `all of a group learn that it could not be committed`() async throws {
        let database = try await file.open(groupTime: .seconds(60))
        try await database.write { connection in
            // A deferred constraint is checked by COMMIT.
            try connection.run(
                "create table part (item integer references item (number) deferrable initially deferred) strict"
            )
        }
        let results = await group(of: 3, in: database) { number, connection in
            if number == 1 { try connection.run("insert into part values (99)") }
            try connection.run(.insertItem, number, "item")
            return 0
        }
        for result in results {
            let error = try #require(throws: SQLiteError.self) { try result.get() }
            #expect(error.code.primary == .constraint)
            #expect(error.statement == "commit")
        }
        #expect(try await database.countItems() == 0)
        // And the writer goes on.
        try await database.write { try $0.run(.insertItem, 1, "item") }
        #expect(try await database.countItems() == 1)
        await database.close()
    }

    @Test
    func `a write that ends the transaction itself is an error`() async throws {
        let database = try await file.open()
        let error = try await #require(throws: SQLiteError.self) { try await database.write { try $0.run("rollback") } }
        #expect(error.code == .misuse)
        try await database.write { try $0.run(.insertItem, 1, "item") }
        #expect(try await database.countItems() == 1)
        await database.close()
    }

    @Test
    func `eight writers and two readers meet no error and every write is seen once it has returned`() async throws {
        let database = try await file.open()
        try await withThrowingTaskGroup { group in
            for writer in 0..<8 {
                group.addTask {
                    for row in 0..<2000 {
                        let number = writer * 2000 + row
                        try await database.write { try $0.run(.insertItem, number, "item") }
                        guard row % 100 == 0 else { continue }
                        let name = try await database.read { connection in
                            let rows = try connection.statement("select name from item where number = ?1")
                            try rows.bind(number)
                            return try rows.step() ? rows.text(0) : nil
                        }
                        #expect(name == "item")
                    }
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    var last: Int64 = 0
                    while last < 16_000 {
                        let count = try await database.countItems() ?? 0
                        #expect(count >= last)
                        last = count
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await database.countItems() == 16_000)
        await database.close()
    }

    @Test
    func `a read is one snapshot and cannot write`() async throws {
        let database = try await file.open()
        let path = file.path
        let counts = try await database.read { connection in
            let before = try connection.integer(.countItems)
            try SQLiteConnection(path, as: .writer).run(.insertItem, 1, "item")
            return [before, try connection.integer(.countItems)]
        }
        #expect(counts == [0, 0])
        #expect(try await database.countItems() == 1)
        let error = try await #require(throws: SQLiteError.self) {
            try await database.read { try $0.run(.insertItem, 2, "item") }
        }
        #expect(error.code == .readOnly)
        await database.close()
    }

    @Test
    func `closing finishes the writes that were queued and takes no more`() async throws {
        let database = try await file.open()
        let results = await group(of: 200, in: database, whenSubmitted: { await database.close() }) {
            number,
            connection in
            try connection.run(.insertItem, number, "item")
            return 0
        }
        #expect(results.allSatisfy { (try? $0.get()) != nil })
        let error = try await #require(throws: BlockingThreadError.self) { try await database.write { _ in } }
        #expect(error.code == .notRunning)
        let again = try await file.open()
        #expect(try await again.countItems() == 200)
        await again.close()
    }

    @Test
    func `the log is emptied when it has grown large and no reader needs it`() async throws {
        let database = try await file.open()
        let log = file.path + "-wal"
        var longest = 0
        for round in 0..<60 {
            try await database.write { connection in
                let insert = try connection.statement(.insertItem)
                let name = String(repeating: "x", count: 2000)
                for row in 0..<1000 { try insert.run(round * 1000 + row, name) }
            }
            longest = max(longest, try size(of: log))
        }
        // Each round writes 2 MB, all together 120; a log that is never begun anew would hold them all.
        #expect(longest < 16 * 1024 * 1024)
        await database.close()
        #expect(try size(of: log) == 0)
    }

    @Test
    func `a log that a reader kept long is truncated after it`() async throws {
        let database = try await file.open()
        let log = file.path + "-wal"
        let reader = try SQLiteConnection(file.path, as: .reader)
        try reader.run("begin")
        #expect(try reader.integer(.countItems) == 0)
        func fill(_ rounds: Range<Int>) async throws {
            for round in rounds {
                try await database.write { connection in
                    let insert = try connection.statement(.insertItem)
                    let name = String(repeating: "x", count: 2000)
                    for row in 0..<1000 { try insert.run(round * 1000 + row, name) }
                }
            }
        }
        try await fill(0..<40)
        #expect(try size(of: log) > 70 * 1024 * 1024)
        try reader.run("rollback")
        try await fill(40..<44)
        #expect(try size(of: log) < 16 * 1024 * 1024)
        await database.close()
    }

    @Test
    func `the data version tells of another database's commits`() async throws {
        let database = try await file.open()
        let other = try await file.open()
        let before = try await database.dataVersion()
        try await database.write { try $0.run(.insertItem, 1, "item") }
        #expect(try await database.dataVersion() == before)
        try await other.write { try $0.run(.insertItem, 2, "item") }
        #expect(try await database.dataVersion() != before)
        await other.close()
        await database.close()
    }

    private func size(of path: String) throws -> Int {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? -1
    }
}

/// What an operation returned or threw.
private func result<Value: Sendable>(
    _ operation: () async throws -> Value
) async -> Result<Value, any Error> {
    do { return .success(try await operation()) } catch { return .failure(error) }
}

/// Holds the writer's thread until it is opened.
private final class Gate: Sendable {
    private let isOpen = Atomic(false)
    private let isReached = Atomic(false)

    /// Whether somebody has come to it.
    var hasBeenReached: Bool { isReached.load(ordering: .acquiring) }

    func open() { isOpen.store(true, ordering: .releasing) }

    func wait() -> Int64 {
        isReached.store(true, ordering: .releasing)
        while !isOpen.load(ordering: .acquiring) {}
        return 0
    }
}
