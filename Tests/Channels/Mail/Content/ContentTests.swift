import FanfareMail
import Foundation
import Testing

struct ContentTests {
    private static let folder = TestFile.folder.appending(path: "Content/Golden")

    @Test(arguments: ContentSpecimen.all)
    func `a content of every kind looks as it always did`(_ specimen: ContentSpecimen) throws {
        let message = try MailMessage(subject: specimen.subject, content: specimen.content)
        for (text, ending) in [(message.text, "txt"), (message.html, "html")] {
            let file = Self.folder.appending(path: "\(specimen.name).\(ending)")
            #expect(try text == String(contentsOf: file, encoding: .utf8), "\(file.lastPathComponent)")
        }
        try message.validate()
    }

    @Test func `every golden file is compared with`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files) == Set(ContentSpecimen.all.flatMap { ["\($0.name).txt", "\($0.name).html"] }))
    }

    /// The same as in README.
    @Test func `a mail is a few lines of code`() throws {
        let message = try MailMessage(
            subject: "Your order is on its way",
            content: MailContent(greeting: "Hello Ada,") {
                "It left our house this morning."
                MailContent.Action("Track it", "https://example.com/track/1")
                "Thank you for your order."
            }
        )
        #expect(
            message.text == """
                Hello Ada,

                It left our house this morning.

                Track it:
                https://example.com/track/1

                Thank you for your order.

                """
        )
    }

    @Test func `parts may depend on something`() throws {
        func content(_ items: [String], isLate: Bool) -> MailContent {
            MailContent {
                if isLate { "It is late." }
                for item in items { "- \(item)" }
                if items.isEmpty { "Nothing." } else { MailContent.Action("See", "https://example.com") }
                [MailContent.Part.line("End.")]
            }
        }
        #expect(content([], isLate: true).parts == [.line("It is late."), .line("Nothing."), .line("End.")])
        let action = MailContent.Part.action(MailContent.Action("See", "https://example.com"))
        #expect(content(["a", "b"], isLate: false).parts == [.line("- a"), .line("- b"), action, .line("End.")])
    }

    @Test(arguments: ContentSpecimen.all)
    func `text and HTML say the same`(_ specimen: ContentSpecimen) throws {
        let message = try MailMessage(subject: specimen.subject, content: specimen.content)
        let html = try #require(message.html)
        let body = String(html[try #require(html.range(of: "</style>")).upperBound...])
        let visible = body.replacing(#/<div style="display:none.*?</div>/#, with: "")
            .replacing("<br>\n", with: " ").replacing(#/<[^>]*>/#, with: " ")
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
        func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }
        let shown = words(visible)
        for paragraph in try #require(message.text).components(separatedBy: "\n\n") {
            // The text writes a colon between a button's title and its link, and two hyphens above a signature.
            for word in words(paragraph) where word != "--" {
                #expect(shown.contains(word) || shown.contains(String(word.dropLast())), "\(word)")
            }
        }
    }

    @Test(arguments: ContentSpecimen.all)
    func `a page is whole, closed and needs nothing from elsewhere`(_ specimen: ContentSpecimen) throws {
        let message = try MailMessage(subject: specimen.subject, content: specimen.content)
        let html = try #require(message.html)
        #expect(!html.lowercased().contains("<script") && !html.contains("@import") && !html.contains("url("))
        #expect(html.matches(of: #/src="(?!cid:)/#).isEmpty)
        let cids = html.matches(of: #/cid:([^"]+)"/#).map { String($0.1) }
        #expect(cids == message.attachments.compactMap(\.contentID))
        var open: [Substring] = []
        for tag in html.matches(of: #/<(/?)([a-z0-9]+)[^>]*>/#) where !["br", "img", "meta"].contains(tag.2) {
            if tag.1.isEmpty { open.append(tag.2) } else { #expect(open.popLast() == tag.2) }
        }
        #expect(open.isEmpty)
        let tables = html.matches(of: #/<table /#).count
        #expect(html.matches(of: #/<table role="presentation" /#).count == tables && tables > 0)
        #expect(html.split(separator: "\n").allSatisfy { $0.utf8.count < 998 })
    }

    @Test(arguments: [
        ("en", "ltr"), ("de-CH", "ltr"), ("ar", "rtl"), ("ar-EG", "rtl"), ("he", "rtl"), ("FA_IR", "rtl"),
        ("ur", "rtl"),
        ("az-Arab", "rtl"), ("ku-Latn", "ltr"), ("pa", "ltr"), ("", "ltr"),
    ])
    func `a language has its direction`(_ language: String, _ direction: String) throws {
        var content = ContentSpecimen.order.content
        content.phrases.language = language
        let html = try #require(try MailMessage(subject: "S", content: content).html)
        #expect(
            html.matches(of: #/lang="([^"]*)" dir="([a-z]*)"/#).map { "\($0.1) \($0.2)" } == [
                "\(language) \(direction)", "\(language) \(direction)",
            ]
        )
    }
}
