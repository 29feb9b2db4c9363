import FanfareCore
import FanfareMemory
import FanfareTesting
import Testing

@testable import FanfareHost
@testable import FanfareMail

/// The plug-in as a host uses it: from the text of a configuration to what is stored.
struct HostTests {
    private static let channel = "smtp: \"smtp://mail.example.com\", \(ConfigurationText.from)"

    private func configuration(_ type: String, channel: String = Self.channel) throws -> HostConfiguration {
        let text = "{ store: \"memory:\", channels: { mail: { \(channel) } }, notifications: { t: { \(type) } } }"
        let source = ConfigurationSource(Array(text.utf8), fileName: "fanfare.json5", environment: [:]) { _ in
            Picture.dot
        }
        let plugins = PluginSet(channels: [MailPlugin()], stores: [MemoryPlugin()], notifications: [])
        return try HostConfiguration(from: source, plugins: plugins)
    }

    private func faults(_ type: String) throws -> [String] {
        do {
            _ = try configuration(type)
            return []
        } catch let error as ConfigurationError {
            return error.faults.map(\.description)
        }
    }

    private func message(
        _ type: String,
        _ data: JSONValue = [:],
        channel: String = Self.channel
    ) async throws -> MailMessage {
        let notification = try #require(try configuration("via: [\"mail\"], \(type)", channel: channel).catalog["t"])
        let recipient = OnDemand(.mail("ada@example.com"))
        let rendering = try #require(try notification.trigger(data).draft.ways(recipient).first?.renderings.first)
        return try await rendering.message(recipient).decoded(as: MailMessage.self)
    }

    @Test func `the block says what the mail says, and values are escaped in its HTML only`() async throws {
        let message = try await message(
            """
            title: "T", body: "B", mail: {
              subject: "Hello {{name}}", text: "Dear {{name}}", html: "<p title='{{name}}'>Dear {{name}}</p>",
              replyTo: ["Help <help@example.com>", "{{reply}}"], headers: { "X-Shop": "{{name}}" },
              unsubscribe: "https://example.com/u/{{reply}}",
            },
            """,
            ["name": "<b>\"A\" & 'B'</b>", "reply": "a@example.com"]
        )
        #expect(message.subject == "Hello <b>\"A\" & 'B'</b>")
        #expect(message.text == "Dear <b>\"A\" & 'B'</b>")
        let escaped = "&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;"
        #expect(message.html == "<p title='\(escaped)'>Dear \(escaped)</p>")
        #expect(message.replyTo.map(\.text) == ["Help <help@example.com>", "a@example.com"])
        #expect(message.headers == ["X-Shop": "<b>\"A\" & 'B'</b>"])
        #expect(message.unsubscribe == "https://example.com/u/a@example.com")
        try message.validate()
    }

    @Test func `a type without a block is laid out in the brand's looks`() async throws {
        let message = try await message(
            #"title: "Shipped", subtitle: "No. {{n}}", body: "Two\nlines <b>", link: "https://example.com/{{n}}""#,
            ["n": 7],
            channel: """
                \(Self.channel), brand: { name: "Laden", color: "#ff0000", logo: "logo.png" },
                phrases: { language: "de", regards: "Viele Grüße", copyLink: "Link:", open: "Öffnen" },
                """
        )
        #expect(message.subject == "Shipped")
        let text = "Shipped\n\nNo. 7\n\nTwo\nlines <b>\n\nÖffnen:\nhttps://example.com/7\n\nViele Grüße\nLaden\n"
        #expect(message.text == text)
        let html = try #require(message.html)
        #expect(
            html.contains("lang=\"de\"") && html.contains("bgcolor=\"#ff0000\"") && html.contains("lines &lt;b&gt;")
        )
        #expect(message.attachments.map(\.contentID) == ["logo"] && html.contains("src=\"cid:logo\""))
        try message.validate()
    }

    @Test func `what a link for an app leads to is not shown in a mail`() async throws {
        let message = try await message(#"title: "T", body: "B", link: "/orders/1""#)
        #expect(message.text == "T\n\nB\n")
        #expect(message.html?.contains("orders") == false)
    }

    @Test func `the type's own words stand in for what the block leaves out`() async throws {
        let text = try await message(#"title: "T", body: "B", mail: { text: "X" }"#)
        #expect(text.subject == "T" && text.text == "X" && text.html == nil)
        let html = try await message(#"title: "T", body: "B", mail: { html: "<p>X</p>" }"#)
        #expect(html.text == "B" && html.html == "<p>X</p>")
        let subject = try await message(#"title: "T", mail: { subject: "S" }"#)
        #expect(subject.subject == "S" && subject.text == "T\n")
    }

    @Test(arguments: [
        (#"body: "B""#, "subject is missing"), (#"mail: { subject: "S" }"#, "text is missing"),
        (#"title: "T", mail: { replyTo: "{{x}}" }"#, "address"),
    ])
    func `what comes to no mail is told to whoever asks for it`(_ type: String, _ what: String) async throws {
        let error = await #expect(throws: (any Error).self) { try await message(type, ["x": "nobody"]) }
        #expect(error.map { "\($0)" }?.contains(what) == true)
    }

    @Test func `faults of a block are named`() throws {
        let faults = try faults(
            """
            via: ["mail"], title: "T", mail: { subjekt: "S", subject: "", text: 7, replyTo: ["{{x}}", "nobody"],
              headers: { "X-A": 1 }, unsubscribe: "http://example.com", html: "{{" },
            """
        )
        let expected = [
            "headers.X-A: found a number", "html: ", "replyTo[1]: the mail address", "subject: is empty",
            "subjekt: unknown key; did you mean \"subject\"?", "text: found a number", "unsubscribe: is no https link",
        ]
        #expect(faults.count == expected.count, "\(faults)")
        for (fault, start) in zip(faults, expected) {
            #expect(
                fault.hasPrefix("notifications.t.mail.\(start)"),
                "\(fault)"
            )
        }
        let single = try self.faults(#"via: ["mail"], title: "T", mail: { replyTo: "nobody" }"#)
        #expect(single.first?.hasPrefix("notifications.t.mail.replyTo: the mail address") == true)
    }
}
