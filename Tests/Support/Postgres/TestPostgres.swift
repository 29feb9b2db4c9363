import Foundation
import Synchronization

/// A Postgres of the tests' own, on a free port of the loopback address, removed when the tests end.
///
/// It is as durable as a real one (`fsync` is on). Roles: `fanfare`, who needs no password and owns the database
/// `fanfare`; `guest`, who has ``guestPassword``; and `postgres`, who may do everything.
public final class TestPostgres: Sendable {
    /// A password with all that must be encoded in a URL.
    public static let guestPassword = "p@ss:w/rd %?#&=é"

    private static let common = Task { try await TestPostgres() }
    private static let names = Mutex(0)

    /// Its port.
    public let port: UInt16
    /// The server's certificate, in PEM, if it speaks TLS.
    public let certificateFile: String
    private let programs: String
    private let keeper: ChildProcess

    /// The one that all tests of the process use; started when it is asked for first.
    ///
    /// - Throws: `ChildProcess.Failure` that says what is missing.
    public static func shared() async throws -> TestPostgres { try await common.value }

    /// One that a test has for itself, to restart it or to take its connections; it goes when nobody refers to it.
    ///
    /// - Parameters:
    ///   - maxConnections: How many connections it takes; three of them are for `postgres`.
    ///   - tls: Whether it speaks TLS.
    ///   - settings: More lines of `postgresql.conf`.
    public static func dedicated(
        maxConnections: Int = 40,
        tls: Bool = false,
        settings: String = ""
    ) async throws -> TestPostgres {
        try await TestPostgres(maxConnections: maxConnections, tls: tls, settings: settings)
    }

    private init(maxConnections: Int = 200, tls: Bool = false, settings: String = "") async throws {
        let programs = try await PostgresPrograms.folder()
        var reason = ""
        // Somebody else may take the port in the meantime.
        for _ in 0..<3 {
            let port = try FreePort.find()
            let command =
                try PostgresPrograms.unprivileged() + [
                    "/bin/sh", "-c", PostgresKeeper.outer, "sh", PostgresKeeper.inner, programs, "\(port)",
                    "\(maxConnections)", tls ? "on" : "off", settings,
                ]
            let keeper = try ChildProcess(command[0], Array(command.dropFirst()))
            let answer = await keeper.line() ?? "failed"
            if answer.hasPrefix("ok ") {
                self.port = port
                self.programs = programs
                self.keeper = keeper
                self.certificateFile = "\(answer.dropFirst(3))/certificate.pem"
                return
            }
            reason = answer
        }
        throw ChildProcess.Failure(text: "Postgres did not start: \(reason)")
    }

    // MARK: Databases

    /// The URL of a schema that nobody else uses, in the database `fanfare`; it is not made yet.
    ///
    /// - Parameters:
    ///   - schema: The beginning of its name.
    ///   - options: More for the URL's query, such as `["pool_size": "2"]`, encoded already.
    public func freshURL(schema: String = "test", options: [String: String] = [:]) -> String {
        url(options: options.merging(["schema": Self.name(schema)]) { given, _ in given })
    }

    /// The URL of a database that nobody else uses, made from an empty one.
    public func freshDatabase(options: [String: String] = [:]) async throws -> String {
        let name = Self.name("database")
        try await sql("create database \(name) owner fanfare")
        return url(database: name, options: options)
    }

    /// A URL of this server.
    public func url(
        user: String = "fanfare",
        password: String? = nil,
        host: String = "127.0.0.1",
        database: String = "fanfare",
        options: [String: String] = [:]
    ) -> String {
        let secret = password.flatMap { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }
        let query = options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        return "postgres://\(user)\(secret.map { ":\($0)" } ?? "")@\(host):\(port)/\(database)"
            + (query.isEmpty ? "" : "?\(query)")
    }

    /// Runs SQL as `postgres`, and returns the rows as lines with `|` between their values.
    @discardableResult
    public func sql(_ text: String, database: String = "fanfare") async throws -> String {
        let (output, status) = try await ChildProcess.run(
            "\(programs)/psql",
            ["-XAtq", "-v", "ON_ERROR_STOP=1", "-d", url(user: "postgres", database: database), "-f", "-"],
            input: text,
            reading: .both
        )
        guard status == 0 else { throw ChildProcess.Failure(text: "psql: \(output)") }
        return output.trimmingCharacters(in: .newlines)
    }

    private static func name(_ beginning: String) -> String {
        let number = names.withLock { number in
            number += 1
            return number
        }
        // Test processes of one machine do not share a server, so that a count is enough.
        return "\(beginning)_\(number)"
    }

    // MARK: Life

    /// How the server ends (`pg_ctl stop -m`).
    public enum ShutdownMode: String, Sendable {
        /// Lets clients finish.
        case smart
        /// Rolls back and ends the clients.
        case fast
        /// Ends at once, as a crash would; the next start recovers.
        case immediate
    }

    /// Stops the server and starts it again; returns when it takes connections.
    public func restart(_ mode: ShutdownMode = .immediate) async throws { try await order("restart \(mode.rawValue)") }

    /// Stops the server; returns when it has ended.
    public func stop(_ mode: ShutdownMode = .fast) async throws { try await order("stop \(mode.rawValue)") }

    /// Starts the server after a stop; returns when it takes connections.
    public func start() async throws { try await order("start") }

    private func order(_ command: String) async throws {
        keeper.write(command + "\n")
        let answer = await keeper.line() ?? "failed"
        guard answer.hasPrefix("ok ") else { throw ChildProcess.Failure(text: "\(command): \(answer)") }
    }
}
