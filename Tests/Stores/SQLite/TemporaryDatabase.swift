import FoundationEssentials

@testable import FanfareSQLite

/// A file in a folder of its own, removed with it.
final class TemporaryDatabase: Sendable {
    let folder: URL

    var path: String { folder.appending(path: "test.db").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fanfare-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// An open database on the file with the table `item (number integer primary key, name text not null)`.
    func open(groupTime: Duration = .milliseconds(20)) async throws -> SQLiteDatabase {
        let database = SQLiteDatabase(path: path, groupTime: groupTime)
        try await database.open()
        try await database.write { connection in
            try connection.run(
                "create table if not exists item (number integer primary key, name text not null) strict"
            )
        }
        return database
    }
}

extension SQLiteQuery {
    static let insertItem = SQLiteQuery("insert item", "insert into item (number, name) values (?1, ?2)")
    static let countItems = SQLiteQuery("count items", "select count(*) from item")
}

extension SQLiteConnection {
    /// The first column of the first row.
    func integer(_ query: SQLiteQuery) throws -> Int64? {
        let rows = try statement(query)
        return try rows.step() ? rows.int64(0) : nil
    }

    func string(_ query: SQLiteQuery) throws -> String? {
        let rows = try statement(query)
        return try rows.step() ? rows.text(0) : nil
    }
}

extension SQLiteDatabase {
    func countItems() async throws -> Int64? { try await read { try $0.integer(.countItems) } }
}
