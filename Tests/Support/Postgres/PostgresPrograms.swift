import Foundation

/// Where the machine has Postgres.
enum PostgresPrograms {
    /// The folder with the server's programs, the newest version there is.
    static func folder() async throws -> String {
        var folders: [String] = []
        for program in ["/usr/bin/pg_config", "/opt/homebrew/bin/pg_config", "/usr/local/bin/pg_config"]
        where isExecutable(program) {
            folders.append(try await ChildProcess.run(program, ["--bindir"]).output)
        }
        folders += versions(in: "/usr/lib/postgresql").map { "\($0)/bin" }
        for brew in ["/opt/homebrew/opt", "/usr/local/opt"] {
            folders += versions(in: brew).filter { $0.contains("/postgresql") }.map { "\($0)/bin" }
        }
        folders += (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let found = folders.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.first { folder in
            ["initdb", "pg_ctl", "postgres", "psql"].allSatisfy { isExecutable("\(folder)/\($0)") }
        }
        guard let found else {
            throw ChildProcess.Failure(text: "Postgres is not installed, and these tests need it: Scripts/setup test")
        }
        return found
    }

    /// What runs a program as somebody whom Postgres accepts: it refuses to be run by root.
    static func unprivileged() throws -> [String] {
        guard getuid() == 0 else { return [] }
        for user in ["postgres", "nobody"] where isExecutable("/usr/bin/setpriv") {
            guard let group = group(of: user) else { continue }
            return ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups"]
        }
        throw ChildProcess.Failure(text: "root cannot run Postgres, and there is no other user or no setpriv")
    }

    /// The number of the group of a user; nil if there is no such user.
    private static func group(of user: String) -> gid_t? {
        let entry = unsafe getpwnam(user)
        return unsafe entry?.pointee.pw_gid
    }

    private static func isExecutable(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

    private static func versions(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted { $0.compare($1, options: .numeric) == .orderedDescending }.map { "\(folder)/\($0)" }
    }
}
