import FanfareCore
import Testing

@testable import FanfarePostgres

struct LocationTests {
    private func options(_ url: String) throws -> [String: String] {
        try Dictionary(uniqueKeysWithValues: PostgresLocation(url).options.reveal())
    }

    @Test
    func `a URL without options has the usual ones`() throws {
        let location = try PostgresLocation("postgres://app:secret@db.example.com:5433/shop")
        #expect(location.schema == "fanfare")
        #expect(location.poolSize == 8)
        #expect(location.preparesStatements && location.listens)
        #expect(location.connectLimit == .seconds(10))
        let options = try options("postgres://app:secret@db.example.com:5433/shop")
        #expect(options["host"] == "db.example.com")
        #expect(options["port"] == "5433")
        #expect(options["user"] == "app")
        #expect(options["password"] == "secret")
        #expect(options["dbname"] == "shop")
        #expect(options["fallback_application_name"] == "fanfare")
        #expect(options["keepalives_idle"] == "30")
        #expect(options["tcp_user_timeout"] == "10000")
        #expect(options["client_encoding"] == "UTF8")
        #expect(options["target_session_attrs"] == nil)
        #expect(options["options"]?.contains("statement_timeout=30s") == true)
    }

    @Test
    func `own options are taken out and libpq's stay`() throws {
        let url =
            "postgresql://u:a%40b%2F%3F@h/d?pool_size=3&sslmode=require&schema=acme%20two&listen=off"
            + "&prepared_statements=off&application_name=a%26b&connect_timeout=5&keepalives_idle=7&options=-c%20a.b%3D1"
        let location = try PostgresLocation(url)
        #expect(location.schema == "acme two")
        #expect(location.poolSize == 3)
        #expect(!location.listens && !location.preparesStatements)
        #expect(location.connectLimit == .seconds(5))
        let options = try options(url)
        #expect(options["password"] == "a@b/?")
        #expect(options["sslmode"] == "require")
        #expect(options["application_name"] == "a&b")
        #expect(options["keepalives_idle"] == "7")
        #expect(options["options"] == "-c a.b=1")
        #expect(options["pool_size"] == nil && options["schema"] == nil)
    }

    @Test
    func `a question mark of the password does not begin the options`() throws {
        let url = "postgres://u:pa?schema=x@h/d?schema=y"
        #expect(try PostgresLocation(url).schema == "y")
        #expect(try options(url)["password"] == "pa?schema=x")
    }

    @Test
    func `of several hosts the one that takes writes is wanted, and each has its time`() throws {
        let url = "postgres://u@a:1,b:2,c:3/d"
        #expect(try options(url)["target_session_attrs"] == "read-write")
        #expect(try PostgresLocation(url).connectLimit == .seconds(30))
        #expect(try options(url + "?target_session_attrs=any")["target_session_attrs"] == "any")
    }

    @Test
    func `session options of the URL come last and so win`() throws {
        #expect(try options("postgres://u@h/d?options=-c%20lock_timeout%3D1s")["options"]?.hasSuffix("=1s") == true)
    }

    @Test(arguments: [
        "mysql://u:hunter2@h/d", "postgres:hunter2", "postgres://u:hunter2@x@h/d", "postgres://u:hunter2/x@h/d",
        "postgres://u:12/hunter2@h/d", "postgres://u:hunter2%zz@h/d", "postgres://u:hunter2@h:port/d",
        "postgres://u:hunter2@h:70000/d", "postgres://u:hunter2@h/d?pool_size=0",
        "postgres://u:hunter2@h/d?pool_size=65",
        "postgres://u:hunter2@h/d?pool_size=x", "postgres://u:hunter2@h/d?listen=maybe",
        "postgres://u:hunter2@h/d?schema=",
        "postgres://u:hunter2@h/d?pool_sise=3", "postgres://u:hunter2@h/d?schema=%zz",
        "postgres://u:hunter2@h/d?listen",
        "postgres://u:hunter2@h/d?hunter2=1", "postgres://u:hunter2@h/d?schema=a&schema=b", "postgres://u:hunter2@[h/d",
        "postgres://u:hunter2@h/d?prepared_statements=no", "postgres://h/d?password=hunter2%00",
    ])
    func `a URL that cannot be used is refused without showing the password`(url: String) throws {
        let fault = try #require(PostgresLocation.fault(in: url))
        #expect(!fault.contains("hunter2"), "\(fault)")
        #expect(!fault.isEmpty)
    }

    @Test
    func `a misspelt option is named`() {
        #expect(PostgresLocation.fault(in: "postgres://h/d?pool_sise=3") == #"there is no option "pool_sise""#)
        #expect(PostgresLocation.fault(in: "postgres:///d?host=/run/postgresql&sslmode=disable") == nil)
    }
}
