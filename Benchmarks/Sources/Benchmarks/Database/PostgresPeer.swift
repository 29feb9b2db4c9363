import Foundation

/// A throwaway Postgres on a free port of the loopback address, with the settings it comes with: full durability.
struct PostgresPeer {
    private let port: UInt16
    private let process: Process
    private let input: Pipe

    /// Its URL, in a schema of its own.
    func url(schema: String) -> String { "postgres://postgres@127.0.0.1:\(port)/postgres?schema=\(schema)" }

    static func start() throws -> PostgresPeer {
        let port = try freePort()
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, "postgres", "\(port)"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // One line, once it takes connections; none if it does not.
        guard !output.fileHandleForReading.availableData.isEmpty else { throw CocoaError(.executableLoad) }
        return PostgresPeer(port: port, process: process, input: input)
    }

    func stop() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Makes a cluster, says so, and removes it when its input ends. Postgres refuses to be run by root.
    private static let script = #"""
        bin=$(pg_config --bindir)
        home=$(mktemp -d "${TMPDIR:-/tmp}/fanfare-benchmark.XXXXXX")
        as=
        [ "$(id -u)" = 0 ] && chown postgres "$home" && as="setpriv --reuid=postgres --regid=postgres --clear-groups"
        cd "$home"
        $as "$bin/initdb" -D data -U postgres -A trust >log 2>&1 </dev/null || exit 1
        options="-p $1 -c listen_addresses=127.0.0.1 -c unix_socket_directories=$home -c max_wal_size=4GB"
        $as "$bin/pg_ctl" -D data -w -l server.log -o "$options" start >>log 2>&1 </dev/null || exit 1
        echo ready
        cat >/dev/null
        $as "$bin/pg_ctl" -D data -w -m immediate stop >>log 2>&1 </dev/null
        cd / && rm -rf "$home"
        """#
}
