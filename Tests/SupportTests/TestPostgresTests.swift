import Foundation
import TestPrograms
import Testing

@Suite(.timeLimit(.minutes(2)))
struct TestPostgresTests {
    @Test
    func `it can be restarted and stopped, and goes with its files when nobody refers to it`() async throws {
        var server: TestPostgres? = try await .dedicated()
        let folder = try #require(server.map { URL(filePath: $0.certificateFile).deletingLastPathComponent().path })
        try await server?.sql("create table kept (a bigint); insert into kept values (1)")
        try await server?.restart()
        #expect(try await server?.sql("select a from kept") == "1")
        #expect(try await server?.sql("show fsync") == "on")
        try await server?.stop()
        await #expect(throws: ChildProcess.Failure.self) { try await server?.sql("select 1") }
        try await server?.start()
        let process = try #require(pid_t(try await server?.sql("select pg_backend_pid()") ?? ""))
        #expect(process > 0)
        #expect(FileManager.default.fileExists(atPath: folder))
        server = nil
        let end = ContinuousClock.now + .seconds(60)
        while FileManager.default.fileExists(atPath: folder), .now < end {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test
    func `what psql refuses is a failure with its words`() async throws {
        let server = try await TestPostgres.shared()
        let failure = await #expect(throws: ChildProcess.Failure.self) { try await server.sql("select 1; no SQL") }
        #expect(failure?.description.contains("syntax error") == true)
    }

    @Test
    func `schemas, databases and passwords are as the URL says`() async throws {
        let server = try await TestPostgres.shared()
        #expect(server.freshURL() != server.freshURL())
        let url = try await server.freshDatabase()
        #expect(url.hasPrefix("postgres://fanfare@127.0.0.1:\(server.port)/database_"))
        #expect(server.url(user: "guest", password: "p@s").hasPrefix("postgres://guest:p%40s@"))
    }
}
