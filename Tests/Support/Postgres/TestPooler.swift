import Foundation

/// A PgBouncer before a test's Postgres, which gives a connection to another client after each transaction.
public final class TestPooler: Sendable {
    /// Runs it until its own input ends or it is killed itself, so that nothing is left however the tests end.
    private static let keeper = #"""
        dir=$(mktemp -d "${TMPDIR:-/tmp}/fanfare-pooler.XXXXXX") && chmod 755 "$dir"
        printf '%s\n' "$1" >"$dir/pgbouncer.ini" && chmod 644 "$dir/pgbouncer.ini"
        shift
        "$@" /usr/sbin/pgbouncer "$dir/pgbouncer.ini" </dev/null &
        cat >/dev/null
        kill $!
        rm -rf "$dir"
        """#

    /// Its port.
    public let port: UInt16
    private let process: ChildProcess

    /// Starts one.
    ///
    /// - Parameters:
    ///   - server: The server behind it.
    ///   - connections: How many connections to the server its clients share.
    /// - Throws: `ChildProcess.Failure` that says what is in the way.
    public init(before server: TestPostgres, connections: Int) async throws {
        port = try FreePort.find()
        let settings = """
            [databases]
            fanfare = host=127.0.0.1 port=\(server.port) dbname=fanfare user=fanfare
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = \(port)
            unix_socket_dir =
            auth_type = any
            pool_mode = transaction
            default_pool_size = \(connections)
            """
        // It refuses to be run by root, as Postgres does.
        var user = try PostgresPrograms.unprivileged()
        if user.isEmpty { user = ["/usr/bin/setpriv"] }
        process = try ChildProcess(
            "/bin/sh",
            ["-c", Self.keeper, "sh", settings] + user + ["--pdeathsig=KILL"],
            reading: .both
        )
        var text = ""
        while let line = await process.line() {
            text += line + "\n"
            if line.contains("process up") { return }
        }
        throw ChildProcess.Failure(text: "pgbouncer did not start: \(text)")
    }

    /// A URL of the server as it is through the pooler.
    public func url(_ url: String, of server: TestPostgres) -> String {
        url.replacingOccurrences(of: ":\(server.port)/", with: ":\(port)/")
    }

    /// Stops it; returns when it is gone.
    public func stop() async {
        process.finishInput()
        _ = await process.wait()
    }
}
