import FanfareCore
import Testing

@testable import FanfareMail

struct ConfigurationTests {
    private static let certificate = "-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n"
    private static let key = SigningSpecimen.privateKey

    @Test func `what is not said has its default`() throws {
        let configuration = try ConfigurationText(#"smtp: "smtp://mail.example.com""#).read()
        #expect(configuration.servers == [MailServer(host: "mail.example.com", port: 587, security: .opportunistic)])
        #expect(try configuration.sender == (MailAddress("Shop <shop@example.com>")))
        #expect(configuration.connectTimeout == .seconds(15) && configuration.replyTimeout == .seconds(60))
        #expect(configuration.dataReplyTimeout == .seconds(120))
        #expect(configuration.uncertain == .retry)
        #expect(configuration.connections == 4 && configuration.rateLimit == nil)
        #expect(configuration.trustedCertificates == nil && configuration.hello == nil && configuration.dkim == nil)
        #expect(configuration.brand == MailBrand())
    }

    @Test func `everything can be said`() throws {
        var text = ConfigurationText(
            """
            smtp: "smtps://mail.example.com", hello: "mx.example.com", uncertain: "fail", connections: 64, rateLimit: 600,
            timeouts: { connect: "3s", reply: "5m", dataReply: "500ms" }, trustedCertificates: "ca.pem",
            dkim: { domain: "example.com", selector: "mail2026", keyFile: "dkim.pem" },
            brand: { name: "Shop", color: "#0A7d5a", link: "https://example.com", footer: ["Street 1", "Town"] },
            """
        )
        text.files = ["etc/ca.pem": Self.certificate, "etc/dkim.pem": Self.key]
        let configuration = try text.read()
        #expect(configuration.hello == "mx.example.com" && configuration.uncertain == .fail)
        #expect(configuration.connections == 64 && configuration.rateLimit == 600)
        #expect(configuration.connectTimeout == .seconds(3) && configuration.replyTimeout == .seconds(300))
        #expect(configuration.dataReplyTimeout == .milliseconds(500))
        #expect(configuration.trustedCertificates == "etc/ca.pem")
        let key = DKIMCredential(domain: "example.com", selector: "mail2026", key: Secret(Self.key))
        #expect(configuration.dkim == key)
        let color = MailColor(red: 0x0A, green: 0x7D, blue: 0x5A)
        let brand = MailBrand(name: "Shop", color: color, link: "https://example.com", footer: ["Street 1", "Town"])
        #expect(configuration.brand == brand)
        try configuration.check()
    }

    /// The same as in README.
    @Test func `the example of the documentation is right`() throws {
        var text = ConfigurationText(
            whole: """
                smtp: "smtps://mail.example.com",      // or smtp://, with STARTTLS; or a list, tried in this order
                user: "shop",
                password: "$env:SMTP_PASSWORD",
                from: "Example Shop <shop@example.com>",
                brand: { name: "Example Shop", color: "#0f766e", link: "https://shop.example.com" },
                dkim: { domain: "example.com", selector: "mail2026", keyFile: "dkim.pem" },      // unless the server signs
                """,
            environment: ["SMTP_PASSWORD": "confidential"]
        )
        text.files = ["etc/dkim.pem": Self.key]
        let servers = try text.read().servers
        #expect(servers.map(\.description) == ["mail.example.com:465"])
        #expect(servers.map(\.user) == ["shop"] && servers.map(\.security) == [.implicit])
    }

    @Test func `every fault is reported, each at its place`() throws {
        var text = ConfigurationText(
            whole: """
                from: "nobody", hello: "worker_1", uncertain: "perhaps", connections: 0, rateLimit: 0, recipient: "x",
                smtp: ["http://a.example.com", { url: "smtp://b.example.com:0", pasword: "x" }, {}, 7, "$env:NONE"],
                timeouts: { connect: "0s", reply: 30, data: "1s" }, trustedCertificates: "dkim.pem",
                dkim: { domain: "a b", selector: "a", key: "x", keyFile: "dkim.pem" },
                brand: { color: "blue", colour: "#000000", link: "javascript:alert(1)" },
                """
        )
        text.files = ["etc/dkim.pem": Self.key]
        let faults = try text.faults()
        let expected = [
            "mail.brand.color: is no colour", "mail.brand.colour: unknown key; did you mean \"color\"?",
            "mail.brand.link: found something else", "mail.connections: 0 is out of range",
            "mail.dkim.domain: is no domain", "mail.dkim.key: is there beside keyFile", "mail.from: ",
            "mail.hello: is no name a server takes", "mail.rateLimit: 0 is out of range", "mail.recipient: unknown key",
            "mail.smtp[0]: is no URL of a mail server",
            "mail.smtp[1].pasword: unknown key; did you mean \"password\"?",
            "mail.smtp[1].url: has a port that is no number", "mail.smtp[2].url: missing",
            "mail.smtp[3]: found a number",
            "mail.smtp[4]: the environment variable \"NONE\" is not set", "mail.timeouts.connect: ",
            "mail.timeouts.data: unknown key", "mail.timeouts.reply: ",
            "mail.trustedCertificates: the file has no certificate",
            "mail.uncertain: found \"perhaps\"; expected one of \"retry\", \"fail\"",
        ]
        #expect(faults.count == expected.count, "\(faults)")
        for (fault, start) in zip(faults, expected) { #expect(fault.hasPrefix(start), "\(fault)") }
    }

    @Test func `without a server and a sender nothing can be sent`() throws {
        let faults = try ConfigurationText(whole: "").faults()
        #expect(faults.count == 2)
        #expect(faults.first == "mail.from: missing; expected a string that is not empty")
        #expect(faults.last == "mail.smtp: missing; expected smtp://host or smtps://host, or a list of them")
        #expect(try ConfigurationText("smtp: []").faults().first?.hasPrefix("mail.smtp: found an empty list") == true)
    }

    @Test func `a preview needs no secrets, and still knows its keys`() throws {
        let configuration = try ConfigurationText(whole: "", isPreview: true).read()
        #expect(configuration.servers == [MailConfiguration.previewServer])
        try configuration.check()
        #expect(configuration.sender.mailbox.hasSuffix(".invalid"))
        let text = """
            smtp: ["$env:NONE", { url: "$env:NONE", user: "$env:NONE", accessToken: "$env:NONE", tls: "none" }],
            user: "$env:NONE", password: "$file:none", dkim: { domain: "", selector: "", keyFile: "none.pem" },
            """
        #expect(try ConfigurationText(text, isPreview: true).read().servers == [MailConfiguration.previewServer])
        let wrong = ConfigurationText(whole: "smpt: \"x\", from: \"nobody\"", isPreview: true)
        #expect(try wrong.faults().map { $0.prefix { $0 != ";" } }.last == "mail.smpt: unknown key")
        #expect(try wrong.faults().count == 2)
    }

    @Test func `a key that cannot sign is a fault at once, without showing it`() throws {
        let smtp = #"smtp: "smtp://a.example.com", dkim: { domain: "example.com", selector: "a", "#
        var file = ConfigurationText(smtp + #"keyFile: "dkim.pem" }"#)
        file.files = ["etc/dkim.pem": Self.certificate]
        #expect(try file.faults().first?.hasPrefix("mail.dkim.keyFile: ") == true)
        let text = try ConfigurationText(smtp + #"key: "confidential" }"#).faults()
        #expect(text.count == 1 && text.first?.hasPrefix("mail.dkim.key: ") == true)
        #expect(text.first?.contains("confidential") == false)
        let none = try ConfigurationText(smtp + "}").faults()
        #expect(none == ["mail.dkim.keyFile: missing; expected the path of a PEM file, or its text as key"])
    }

    @Test func `a brand's logo is a small picture, and a language is all of it`() throws {
        var text = ConfigurationText(
            #"smtp: "smtp://a.example.com", brand: { logo: "logo.gif" }, phrases: { language: "de", open: "" }"#
        )
        text.files = ["etc/logo.gif": "GIF89a"]
        let expected = ["copyLink: missing", "open: found \"\"", "regards: missing"]
        #expect(try text.faults().map { String($0.prefix { $0 != ";" }) } == expected.map { "mail.phrases.\($0)" })
        let brand = #"smtp: "smtp://a.example.com", brand: { logo: "logo.gif" }"#
        func read(_ contents: String) throws -> (faults: [String], logo: MailAttachment?) {
            var text = ConfigurationText(brand)
            text.files = ["etc/logo.gif": contents]
            return (try text.faults(), try? text.read().brand.logo)
        }
        let right = try read("GIF89a")
        #expect(right.logo?.mediaType == "image/gif" && right.logo?.contentID == "logo")
        #expect(try read("<svg>").faults.first?.hasPrefix("mail.brand.logo: the file is no PNG") == true)
        let large = "GIF8" + String(repeating: "a", count: 64 * 1024)
        #expect(try read(large).faults.first?.hasPrefix("mail.brand.logo: the file is larger") == true)
    }

    @Test func `a configuration made in code is held to the same rules`() throws {
        let sender = try MailAddress("shop@example.com")
        func problem(_ servers: [MailServer], _ change: (inout MailConfiguration) -> Void = { _ in }) -> String? {
            var configuration = MailConfiguration(servers: servers, sender: sender)
            change(&configuration)
            do throws(MailConfigurationError) { try configuration.check() } catch { return error.description }
            return nil
        }
        let server = MailServer(host: "mail.example.com", user: "u", password: Secret("p"))
        #expect(problem([server]) == nil)
        #expect(server.security == .required && server.port == 587)
        #expect(MailServer(host: "mail.example.com", security: .implicit).port == 465)
        #expect(problem([])?.hasPrefix("smtp names no server") == true)
        #expect(problem([MailServer(host: "a b")])?.hasPrefix("smtp has a host") == true)
        #expect(problem([MailServer(host: "a", port: 65_536)])?.hasPrefix("smtp has a port") == true)
        #expect(problem([MailServer(host: "a", user: "u")])?.hasPrefix("password is missing") == true)
        #expect(problem([server]) { $0.hello = "worker_1" }?.hasPrefix("hello is no name") == true)
        let bad = DKIMCredential(domain: "example.com", selector: "a b", key: Secret(""))
        #expect(problem([server]) { $0.dkim = bad }?.hasPrefix("dkim.selector is not made of") == true)
    }
}
