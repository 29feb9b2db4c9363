import TestPrograms

@testable import FanfarePostgres

/// Connections to the test server.
enum Bench {
    /// A location in a schema of its own, which exists.
    static func location(_ options: [String: String] = [:]) async throws -> PostgresLocation {
        let server = try await TestPostgres.shared()
        let location = try PostgresLocation(server.freshURL(options: options))
        try await server.sql("create schema \(location.schema) authorization fanfare")
        return location
    }

    /// A connection for the thread that asks.
    static func connection(_ options: [String: String] = [:]) async throws -> PostgresConnection {
        try PostgresConnection.dial(try await location(options))
    }
}
