import FanfareCore
import FanfareCurl
import Testing

@testable import FanfareMail

struct ServersTests {
    /// Case creds-11: what a password has that means something in a URL.
    private static let password = "p@ss:w/o?rd#1%2B+x"

    private func servers(_ text: String, _ environment: [String: String] = [:]) throws -> [MailServer] {
        try ConfigurationText(text, environment: environment).read().servers
    }

    private func server(_ url: String) throws -> MailServer? { try servers("smtp: \"\(url)\"").first }

    @Test(arguments: [
        ("smtp://mail.example.com", "mail.example.com", 587), ("smtps://mail.example.com", "mail.example.com", 465),
        ("SMTP://Mail.Example.com:25/", "Mail.Example.com", 25), ("smtp://[::1]:2525", "::1", 2525),
        ("smtp://192.0.2.1", "192.0.2.1", 587), ("smtps://mail_relay:465", "mail_relay", 465),
    ])
    func `a URL names a server`(_ url: String, _ host: String, _ port: Int) throws {
        let server = try #require(try server(url))
        #expect(server.host == host && server.port == port && server.user == nil)
        #expect(server.security == (url.hasPrefix("smtps") ? .implicit : .opportunistic))
    }

    @Test(arguments: [
        "p%40ss%3Aw%2Fo%3Frd%231%252B+x", "p%40ss:w%2fo%3frd%231%252B%2Bx",
    ])
    func `creds-11: a URL is percent-decoded once, and a plus stays one`(_ encoded: String) throws {
        let server = try #require(try server("smtp://ada%40example.com:\(encoded)@mail.example.com:2525"))
        #expect(server.user == "ada@example.com")
        #expect(server.password?.reveal() == Self.password)
        #expect(server.host == "mail.example.com" && server.port == 2525 && server.security == .required)
    }

    @Test func `creds-11: user and password as keys of their own take any text`() throws {
        let environment = ["PASSWORD": Self.password]
        let text = #"smtp: "smtp://mail.example.com", user: "ada@example.com", password: "$env:PASSWORD""#
        let server = try servers(text, environment).first
        #expect(server?.password?.reveal() == Self.password && server?.user == "ada@example.com")
        let split = try servers(#"smtp: "smtp://ada%40example.com@mail.example.com", password: " ü%41""#).first
        #expect(split?.user == "ada@example.com" && split?.password?.reveal() == " ü%41")
        var file = ConfigurationText(#"smtp: "$env:URL", password: "$file:password""#, environment: [:])
        file.environment = ["URL": "smtps://u@mail.example.com"]
        file.files = ["etc/password": "confidential\n"]
        #expect(try file.read().servers.first?.password?.reveal() == "confidential")
    }

    @Test(arguments: [
        ("smtp://u:confidential@x@mail.example.com", "percent-encoded"),
        ("smtp://u:confidential/x@mail.example.com", "percent-encoded"),
        ("smtp://u:12345?confidential@mail.example.com", "percent-encoded"),
        ("smtp://u:confidential#@mail.example.com:587", "percent-encoded"),
        ("smtp://u:confidential x@mail.example.com", "percent-encoded"),
        ("smtp://u:confidential%zz@mail.example.com", "a % in user or password"),
        ("smtp://u:confidential%4@mail.example.com", "a % in user or password"),
        ("smtp://u:confidential%FF@mail.example.com", "a % in user or password"),
        ("smtp://u:confidential%00@mail.example.com", "has a NUL"), ("smtp://u:confidential@", "no name"),
        ("smtp://u:confidential@mail example.com", "percent-encoded"), ("smtp://u:confidential@-x", "no name"),
        ("smtp://u:confidential@::1", "no name"), ("smtp://u:confidential@[mail]", "no name"),
        ("smtp://u:confidential@mail.example.com:", "a port"),
        ("smtp://u:confidential@mail.example.com:65536", "a port"),
        ("smtp://:confidential@mail.example.com", "expected whom"), ("smtp:confidential", "expected smtp://host"),
        ("confidential", "expected smtp://host"), ("https://u:confidential@mail.example.com", "expected smtp://host"),
        ("smtp://u:@mail.example.com", "expected the password"),
    ])
    func `creds-11: a URL that cannot be used is refused without showing its password`(
        _ url: String,
        _ what: String
    ) throws {
        for faults in [
            try ConfigurationText("smtp: \"\(url)\"").faults(),
            try ConfigurationText("smtp: \"$env:URL\"", environment: ["URL": url]).faults(),
        ] {
            #expect(faults.count == 1, "\(faults)")
            #expect(faults.first?.contains(what) == true, "\(faults)")
            #expect(!faults.joined().contains("confidential") && !faults.joined().contains("12345"))
        }
    }

    @Test func `servers are tried in their order, each with a login of its own or the common one`() throws {
        let servers = try servers(
            """
            smtp: ["smtp://one.example.com", "smtps://two:b%20b@two.example.com",
                   { url: "smtp://three.example.com:25", user: "three", accessToken: "$env:TOKEN" },
                   { url: "smtp://four@127.0.0.1", tls: "none" }],
            user: "one", password: "a",
            """,
            ["TOKEN": "t"]
        )
        #expect(
            servers == [
                MailServer(host: "one.example.com", user: "one", password: Secret("a")),
                MailServer(host: "two.example.com", security: .implicit, user: "two", password: Secret("b b")),
                MailServer(host: "three.example.com", port: 25, user: "three", accessToken: Secret("t")),
                MailServer(host: "127.0.0.1", security: MailServer.Security.none, user: "four", password: Secret("a")),
            ]
        )
        let hello = HelloName(ofHost: "mx.example.com")
        let spoken = servers.map { $0.smtpServer(hello: hello) }
        #expect(spoken.map(\.login?.method) == [.password, .password, .accessToken, .password])
        #expect(spoken.map(\.login?.secret) == [Secret("a"), Secret("b b"), Secret("t"), Secret("a")])
        #expect(spoken.map(\.security) == [.required, .implicit, .required, .none])
        #expect(spoken.allSatisfy { $0.hello == "mx.example.com" })
    }

    @Test(arguments: [
        (#"smtp: "smtp://u:p@a.example.com", tls: "none""#, "mail.tls: would let others read the password"),
        (#"smtp: "smtp://u:p@a.example.com", tls: "opportunistic""#, "mail.tls: would let others read the password"),
        (#"smtp: [{ url: "smtp://u:p@a.example.com", tls: "none" }]"#, "mail.smtp[0].tls: would let others read"),
        (#"smtp: "smtps://a.example.com", tls: "none""#, "mail.tls: contradicts smtps://"),
        (#"smtp: "smtp://a.example.com", tls: "starttls""#, "mail.tls: found \"starttls\""),
        (#"smtp: "smtp://a.example.com", user: "u""#, "mail.password: is missing"),
        (#"smtp: "smtp://a.example.com", password: "p""#, "mail.user: is missing"),
        (
            #"smtp: "smtp://a.example.com", user: "u", password: "p", accessToken: "t""#,
            "mail.accessToken: is there beside"
        ),
        (#"smtp: "smtp://u:p@a.example.com", user: "v""#, "mail.user: is for no server"),
        (#"smtp: "smtp://u:p@a.example.com", password: "q""#, "mail.password: is for no server"),
        (#"smtp: { url: "smtp://u:p@a.example.com", user: "v" }"#, "mail.smtp.user: is there beside the URL's"),
        (#"smtp: { url: "smtp://u:p@a.example.com", password: "v" }"#, "mail.smtp.password: is there beside the URL's"),
        (#"smtp: "smtp://a.example.com", user: "$env:NONE", password: "p""#, "mail.user: the environment variable"),
    ])
    func `logins that do not come out are told with their reason`(_ text: String, _ expected: String) throws {
        let faults = try ConfigurationText(text).faults()
        #expect(faults.count == 1, "\(faults)")
        #expect(faults.first?.hasPrefix(expected) == true, "\(faults)")
    }

    @Test(arguments: ["127.0.0.1", "127.1.2.3", "localhost", "[::1]"])
    func `a login without TLS is for this machine`(_ host: String) throws {
        let text = "smtp: \"smtp://u:p@\(host):25\", tls: \"none\""
        #expect(try servers(text).first?.security == MailServer.Security.none)
    }

    @Test func `no password is shown by printing a configuration`() throws {
        var shown = ""
        dump(try ConfigurationText("smtp: \"smtp://u:confidential@mail.example.com\"").read(), to: &shown)
        #expect(shown.contains("mail.example.com") && !shown.contains("confidential"))
    }
}
