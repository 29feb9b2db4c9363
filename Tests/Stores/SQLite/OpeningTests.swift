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

struct OpeningTests {
    private let file: TemporaryDatabase

    init() throws { file = try TemporaryDatabase() }

    private func failure(opening path: String) async throws -> SQLiteError {
        let database = SQLiteDatabase(path: path)
        let error = try await #require(throws: SQLiteError.self) { try await database.open() }
        await database.close()
        return error
    }

    @Test
    func `a missing folder is named`() async throws {
        let path = file.folder.appending(path: "missing/test.db").path
        let error = try await failure(opening: path)
        #expect(error.code == .cannotOpen)
        #expect("\(error)".contains("the folder does not exist: \(path)"))
    }

    @Test
    func `a file that is no database is refused and left alone`() async throws {
        let text = Data(String(repeating: "Dear diary, ", count: 100).utf8)
        try text.write(to: URL(filePath: file.path))
        let error = try await failure(opening: file.path)
        #expect(error.code == .notADatabase)
        #expect("\(error)".contains("not an SQLite database"))
        #expect("\(error)".contains(file.path))
        #expect(try Data(contentsOf: URL(filePath: file.path)) == text)
    }

    @Test(arguments: [0, 100])
    func `a damaged database is refused`(offset: Int) async throws {
        // 0 is the magic of the header, 100 the page of the schema.
        try await file.open().close()
        var bytes = try Data(contentsOf: URL(filePath: file.path))
        bytes.replaceSubrange(offset..<(offset + 16), with: repeatElement(0xAA, count: 16))
        try bytes.write(to: URL(filePath: file.path))
        let error = try await failure(opening: file.path)
        #expect(error.code == (offset == 0 ? .notADatabase : .corrupt))
        #expect("\(error)".contains("damaged"))
        #expect("\(error)".contains(file.path))
    }

    @Test
    func `a folder in place of the file is refused`() async throws {
        let error = try await failure(opening: file.folder.path)
        #expect(error.code.primary == .cannotOpen)
        #expect("\(error)".contains(file.folder.path))
    }

    @Test
    func `a database in memory is refused as it has no log`() async throws {
        let error = try await failure(opening: ":memory:")
        #expect("\(error)".contains("write-ahead log"))
    }

    /// In a child, which can become another user: permissions do not bind the superuser, as whom tests may run.
    @Test(arguments: [true, false])
    func `a read-only folder is named`(isNew: Bool) async throws {
        if !isNew { try await file.open().close() }
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: file.folder.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.folder.path) }
        await #expect(processExitsWith: .success) { [path = file.path as String] in
            if geteuid() == 0 { #expect(setuid(65534) == 0) }
            let database = SQLiteDatabase(path: path)
            let error = try await #require(throws: SQLiteError.self) { try await database.open() }
            #expect("\(error)".contains("read-only"))
            #expect("\(error)".contains(path))
        }
    }
}
