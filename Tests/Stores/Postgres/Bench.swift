import Synchronization
import TestPrograms
import Testing

@testable import FanfarePostgres

/// Connections to the test server.
enum Bench {
    /// A location in a schema of its own, which exists.
    static func location(
        _ options: [String: String] = [:],
        on server: TestPostgres? = nil
    ) async throws -> PostgresLocation {
        let server = if let server { server } else { try await TestPostgres.shared() }
        let location = try PostgresLocation(server.freshURL(options: options))
        try await server.sql("create schema \(location.schema) authorization fanfare")
        return location
    }

    /// A connection for the thread that asks.
    static func connection(_ options: [String: String] = [:]) async throws -> PostgresConnection {
        try PostgresConnection.dial(try await location(options))
    }

    /// What a program does with a pool that is open.
    static func withPool(
        _ location: PostgresLocation,
        callLimit: Duration = PostgresConnection.usualCallLimit,
        waitLimit: Duration = PostgresPool.usualWaitLimit,
        lineLimit: Int = 10_000,
        _ body: (PostgresPool) async throws -> Void
    ) async throws {
        let pool = PostgresPool(location, callLimit: callLimit, waitLimit: waitLimit, lineLimit: lineLimit)
        try await pool.open()
        do { try await body(pool) } catch {
            await pool.close()
            throw error
        }
        await pool.close()
    }
}

/// What has happened on several threads, in order.
final class Happenings: Sendable {
    private let numbers = Mutex<[Int]>([])

    var all: [Int] { numbers.withLock(\.self) }

    func add(_ number: Int = 0) { numbers.withLock { $0.append(number) } }
}

/// Waits until something has happened on another thread or in the server.
func eventually(
    _ what: Comment,
    within limit: Duration = .seconds(20),
    _ condition: () async throws -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let end = ContinuousClock.now + limit
    while try await !condition() {
        try #require(.now < end, what, sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(2))
    }
}

extension PostgresConnection {
    /// The only value of a statement's only row.
    func integer(_ statement: PostgresStatement, _ parameters: (any PostgresEncodable)?...) throws -> Int {
        try run(PostgresCall(statement, parameters: parameters))[0].int(0)
    }

    /// The only value of a statement's only row.
    func string(_ statement: PostgresStatement, _ parameters: (any PostgresEncodable)?...) throws -> String {
        try run(PostgresCall(statement, parameters: parameters))[0].text(0)
    }

    /// The number of the server's process.
    var backend: Int { get throws { try integer("select pg_backend_pid()") } }
}

/// What an operation threw.
func postgresError(_ body: () async throws -> Void) async throws -> PostgresError {
    try await #require(throws: PostgresError.self) { try await body() }
}
