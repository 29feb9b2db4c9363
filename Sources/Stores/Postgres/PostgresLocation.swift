internal import CPostgres
internal import FanfareCore

/// Where a database is and how it is used, read from a URL such as `postgres://user:password@host:5432/database`.
///
/// What libpq knows may stand in the URL's query (https://www.postgresql.org/docs/15/libpq-connect.html, 34.1.2), and
/// beside it options of our own:
///
/// | option | default | |
/// |---|---|---|
/// | `schema` | `fanfare` | the schema of all tables |
/// | `pool_size` | 8 | connections at most, 1 to 64 |
/// | `prepared_statements` | `on` | `off` behind a transaction pooler: no prepared statements, no session settings |
/// | `listen` | `on` | `off` where LISTEN does not work: polling only |
struct PostgresLocation: Sendable {
    /// Why a URL cannot be used, in words that show neither the password nor what might be a part of it.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// libpq's keywords and values.
    let options: Secret<[(String, String)]>
    let schema: String
    let poolSize: Int
    let preparesStatements: Bool
    let listens: Bool
    /// How long making a connection may take.
    let connectLimit: Duration
    private let quotedSchema: String

    /// Reads a URL.
    ///
    /// - Throws: ``Fault`` when it cannot be used.
    init(_ url: String) throws(Fault) {
        let parts = try LocationText(url)
        schema = parts.own["schema"] ?? "fanfare"
        poolSize = try Self.poolSize(parts.own["pool_size"])
        preparesStatements = try Self.flag("prepared_statements", parts.own)
        listens = try Self.flag("listen", parts.own)
        guard (1...63).contains(schema.utf8.count), !schema.utf8.contains(0) else {
            throw Fault(description: "schema is a name of 1 to 63 bytes")
        }
        quotedSchema = PostgresLocation.quoted(schema)
        var options = try Self.parse(parts.rest)
        try Self.addDefaults(to: &options, setsSession: preparesStatements)
        connectLimit = Self.connectLimit(options)
        self.options = Secret(options.map { ($0.key, $0.value) })
    }

    /// Why a URL cannot be used; nil if it can.
    static func fault(in url: String) -> String? {
        do throws(Fault) {
            _ = try PostgresLocation(url)
            return nil
        } catch {
            return error.description
        }
    }

    /// A name as SQL has it, whatever is in it.
    static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    /// SQL in which each `fanfare.` has become the location's schema.
    func placing(_ text: String) -> String { text.replacing("fanfare.", with: "\(quotedSchema).") }

    // MARK: Reading

    private static func poolSize(_ text: String?) throws(Fault) -> Int {
        guard let text else { return 8 }
        guard let size = Int(text), (1...64).contains(size) else {
            throw Fault(description: "pool_size is a number from 1 to 64")
        }
        return size
    }

    private static func flag(_ name: String, _ own: [String: String]) throws(Fault) -> Bool {
        switch own[name] {
        case nil, "on": return true
        case "off": return false
        default: throw Fault(description: "\(name) is on or off")
        }
    }

    /// What libpq makes of the URL. Its own messages quote it, so they are not passed on.
    private static func parse(_ url: String) throws(Fault) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        let parsed = unsafe PQconninfoParse(url, &message)
        defer { unsafe PQconninfoFree(parsed) }
        if let message = unsafe message { unsafe PQfreemem(message) }
        guard let first = unsafe parsed else { throw Fault(description: LocationText.advice) }
        var options: [String: String] = [:]
        var option = unsafe first
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe options[String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe option += 1
        }
        for port in (options["port"] ?? "").split(separator: ",") where UInt16(port) == nil {
            throw Fault(description: "the port is not a number; \(LocationText.advice)")
        }
        return options
    }

    /// What makes a dead server or a stuck session noticed, unless the URL says otherwise.
    private static func addDefaults(to options: inout [String: String], setsSession: Bool) throws(Fault) {
        var defaults = [
            "connect_timeout": "10", "keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3",
            // Also how long a host that does not answer keeps libpq from the next one.
            "tcp_user_timeout": "10000",
            "fallback_application_name": "fanfare",
        ]
        if let hosts = options["host"] ?? options["hostaddr"], hosts.contains(",") {
            defaults["target_session_attrs"] = "read-write"
        }
        options.merge(defaults) { chosen, _ in chosen }
        options["client_encoding"] = "UTF8"
        guard setsSession else { return }
        let settings = [
            "statement_timeout=30s", "lock_timeout=5s", "idle_in_transaction_session_timeout=30s",
            "client_min_messages=warning",
            // Every statement looks rows up by an index. The planner, which plans a prepared one for values it does not
            // know, would at times rather read a whole table.
            "enable_seqscan=off", "enable_hashjoin=off", "enable_mergejoin=off",
        ]
        let chosen = options["options"].map { " \($0)" } ?? ""
        // The last one counts, and that is the URL's.
        options["options"] = settings.map { "-c \($0)" }.joined(separator: " ") + chosen
    }

    /// libpq counts `connect_timeout` for each host, and leaves it to the caller who does not block.
    private static func connectLimit(_ options: [String: String]) -> Duration {
        let hosts = (options["host"] ?? options["hostaddr"] ?? "").split(separator: ",").count
        let seconds = options["connect_timeout"].flatMap { Int($0) } ?? 10
        // libpq: zero or less is no limit. Nothing here waits for ever.
        return .seconds(min(seconds > 0 ? max(seconds, 2) : 600, 600) * max(1, hosts))
    }
}
