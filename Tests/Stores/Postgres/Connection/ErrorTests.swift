import TestPrograms
import Testing

@testable import FanfarePostgres

struct ErrorTests {
    @Test
    func `an error has its state and its constraint, and shows no value`() async throws {
        let connection = try await Bench.connection()
        try connection.execute(
            script: """
                create table fanfare.t (a text constraint t_key primary key, b uuid not null default gen_random_uuid(),
                    c bigint constraint c_positive check (c > 0), d varchar(3));
                create function fanfare.shout(t text) returns void language plpgsql as $$ begin raise '%', t; end $$;
                """
        )
        let insert = PostgresStatement("insert t", "insert into fanfare.t (a, c) values ($1, $2)")
        try connection.run(insert, "hunter2", 1)
        func failure(_ statement: PostgresStatement, _ value: (any PostgresEncodable)?...) throws -> PostgresError {
            let error = try #require(throws: PostgresError.self) {
                _ = try connection.run(PostgresCall(statement, parameters: value))
            }
            #expect(!"\(error)".contains("hunter2") && !String(reflecting: error).contains("hunter2"))
            #expect(!error.isTransient && !error.mayHaveCommitted)
            return error
        }
        let unique = try failure(insert, "hunter2", 1)
        #expect(unique.sqlState == .uniqueViolation)
        #expect(unique.constraint == "t_key")
        #expect(unique.statement == "insert t")
        #expect(unique.description.contains("t_key"))
        #expect(try failure(insert, "hunter2x", -1).constraint == "c_positive")
        let cast = PostgresStatement("cast", "select $1::text::uuid")
        #expect(try failure(cast, "hunter2").sqlState == .invalidTextRepresentation)
        #expect(
            try failure(PostgresStatement("shout", "select fanfare.shout($1)"), "hunter2").sqlState.rawValue == "P0001"
        )
        let long = PostgresStatement("long", "insert into fanfare.t (a, d) values ('x', $1)")
        #expect(try failure(long, "hunter2").sqlState.rawValue == "22001")
        let null = PostgresStatement("null", "insert into fanfare.t (a, b) values ($1, null)")
        #expect(try failure(null, "hunter2").description.contains(#"column "b""#))
        let json = PostgresStatement("json", "select $1::text::json")
        #expect(try failure(json, "{hunter2").sqlState == .invalidTextRepresentation)
        #expect(try failure(PostgresStatement("wrong", "selec $1"), "hunter2").sqlState == .syntaxError)
        #expect(try connection.integer("select count(*) from fanfare.t") == 1)
    }

    @Test
    func `a wrong password is told with its state and not shown`() async throws {
        let server = try await TestPostgres.shared()
        let location = try PostgresLocation(server.url(user: "guest", password: "hunter2"))
        let error = try #require(throws: PostgresError.self) { try PostgresConnection.dial(location) }
        #expect(error.sqlState == .invalidPassword)
        #expect(error.description.contains("password authentication failed for user \"guest\""))
        #expect(!"\(error)\(String(reflecting: location))".contains("hunter2"))
        var text = ""
        dump(location, to: &text)
        #expect(!text.contains("hunter2"))
    }

    @Test
    func `a password may have any characters`() async throws {
        let server = try await TestPostgres.shared()
        let url = server.url(user: "guest", password: TestPostgres.guestPassword)
        let connection = try PostgresConnection.dial(try PostgresLocation(url))
        #expect(try connection.string("select current_user::text") == "guest")
    }

    @Test
    func `what is in the way of a connection has its state`() async throws {
        let server = try await TestPostgres.shared()
        func dial(_ url: String) throws -> PostgresError {
            try #require(throws: PostgresError.self) { try PostgresConnection.dial(try PostgresLocation(url)) }
        }
        let database = try dial(server.url(database: "missing"))
        #expect(database.sqlState == .invalidCatalogName)
        #expect(database.description.hasSuffix(#"FATAL: database "missing" does not exist (3D000)"#), "\(database)")
        #expect(!database.isTransient)
        let refused = try dial("postgres://u:hunter2@127.0.0.1:1/d")
        #expect(refused.sqlState == .cannotConnect)
        #expect(refused.isTransient)
        #expect(refused.description.contains("Connection refused"))
        let host = try dial("postgres://u:hunter2@host.invalid/d?connect_timeout=2")
        #expect(host.sqlState == .cannotConnect)
        #expect(!"\(refused)\(host)".contains("hunter2"))
    }

    @Test
    func `libpq's own text about a connection shows no value either`() async throws {
        let connection = try await Bench.connection()
        #expect(throws: PostgresError.self) { try connection.run("select $1::text::uuid", "hunter2") }
        #expect(!connection.link.failure(in: nil).description.contains("hunter2"))
        // More values than the protocol can count are refused by libpq, and the connection stays.
        let call = PostgresCall(PostgresStatement("many", "select 1"), parameters: Array(repeating: 1, count: 70_000))
        let error = try #require(throws: PostgresError.self) { try connection.run(call) }
        #expect(error.sqlState == .unsendableValue)
        #expect(!error.isTransient)
        #expect(try connection.integer("select 1::bigint") == 1)
    }

    @Test
    func `a server that takes no writes is left for another one`() async throws {
        let connection = try await Bench.connection(["options": "-c%20default_transaction_read_only%3Don"])
        let error = try #require(throws: PostgresError.self) { try connection.run("create table fanfare.t (a bigint)") }
        #expect(error.sqlState == .readOnlyTransaction)
        #expect(error.isTransient && !error.mayHaveCommitted)
        #expect(connection.isLost)
    }

    @Test
    func `the server knows the application by its name`() async throws {
        let connection = try await Bench.connection()
        let name: PostgresStatement = "select application_name from pg_stat_activity where pid = pg_backend_pid()"
        #expect(try connection.string(name) == "fanfare")
        #expect(try await Bench.connection(["application_name": "acme%20host"]).string(name) == "acme host")
    }

    @Test(arguments: [
        ("08006", true), ("53300", true), ("57P01", true), ("57P03", true), ("40001", true), ("40P01", true),
        ("25006", true), ("55P03", true), ("57014", true), ("ZF001", true), ("ZF003", true), ("23505", false),
        ("22P02", false), ("42P01", false), ("28P01", false), ("ZF004", false), ("25P02", false), ("XX000", false),
    ])
    func `what may pass is told from what will not`(state: String, isTransient: Bool) {
        #expect(SQLState(rawValue: state).isTransient == isTransient)
    }
}
