import FanfareCurl
import Foundation
import Testing

@testable import FanfareMail

/// Bodies, read back by Python.
struct BodyTests {
    private func lines(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\n", with: "\r\n")
    }

    /// The part's texts as they come out of the mail.
    private func texts(of messages: [MailMessage]) async throws -> [[String]] {
        let opinions = try await MailReferee.opinions(on: messages.map { try Specimen.composed($0) })
        for opinion in opinions { #expect(opinion.problems == []) }
        return opinions.map { $0.body.leaves.compactMap(\.text) }
    }

    @Test func `smtp-04: a body with dots arrives, and no line begins with one`() async throws {
        let bodies = try TestFile.fixture("dot_bodies", as: [String].self)
        #expect(bodies.count == 7)
        let alone = try await texts(of: bodies.map { MailMessage(subject: "x", text: $0) })
        // A mail ends in a line end, whatever its text does.
        #expect(alone == bodies.map { [lines($0).hasSuffix("\r\n") ? lines($0) : lines($0) + "\r\n"] })
        let both = try await texts(of: bodies.map { MailMessage(subject: "x", text: $0, html: $0) })
        #expect(both == bodies.map { [lines($0), lines($0)] })
    }

    @Test func `texts arrive with their line ends as CRLF and otherwise as they are`() async throws {
        let bodies =
            [
                "plain", "a\nb\rc\r\nd\n\re", "\n", "\n\n\nafter\n\n", "trailing \nblanks\t\n  \nx",
                "From me\nFrom\n From me",
                "tab\tbed", "Grüße", "日本語\n", "👩🏽‍🚒" + String(repeating: "👨‍👩‍👧‍👦", count: 30), "nul \0 and bell \u{7}",
                "a=b=20=",
                "\u{FEFF}bom", "\u{2028}separators\u{85}", "--=_alternative\n--=_alternative--\n", "--=_mixed",
                "=_mixed", " ",
            ]
            + [74, 75, 76, 77, 78, 79, 152, 998, 2000].flatMap { count in
                ["x", "é", "=", " ", "."].map { String(repeating: $0, count: count) + "\nnext" }
            }
        let found = try await texts(of: bodies.map { MailMessage(subject: "x", text: $0, html: $0) })
        #expect(found == bodies.map { [lines($0), lines($0)] })
    }

    @Test func `plain text stays readable`() async throws {
        let messages = ["Hello,\n\nbye.\n", "Grüße"].map { MailMessage(subject: "x", text: $0) }
        let opinions = try await MailReferee.opinions(on: messages.map { try Specimen.composed($0) })
        #expect(opinions.map(\.body.encoding) == ["7bit", "quoted-printable"])
        #expect(opinions.map(\.body.charset) == ["utf-8", "utf-8"])
    }

    @Test func `files arrive with every byte`() async throws {
        let contents = [0, 1, 2, 3, 56, 57, 58, 114, 1000].map { count in
            (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        }
        var message = MailMessage(subject: "x", text: "x")
        message.attachments = contents.enumerated().map { index, content in
            MailAttachment(name: "\(index).bin", mediaType: "application/octet-stream", content: content)
        }
        let opinion = try #require(try await MailReferee.opinions(on: [Specimen.composed(message)]).first)
        #expect(opinion.problems == [])
        let files = opinion.body.leaves.dropFirst()
        #expect(files.map { Array($0.content ?? Data()) } == contents)
        #expect(files.map(\.name) == contents.indices.map { "\($0).bin" })
        #expect(files.allSatisfy { $0.disposition == "attachment" && $0.encoding == "base64" })
    }

    @Test func `parts lie in one another as readers expect them`() async throws {
        let file = Specimen.invoice
        let picture = Specimen.picture
        let kinds: [(MailMessage, String)] = [
            (MailMessage(subject: "", text: "t"), "text/plain"),
            (MailMessage(subject: "", html: "h"), "text/html"),
            (MailMessage(subject: "", text: "t", html: ""), "text/plain"),
            (MailMessage(subject: "", text: "t", html: "h"), "multipart/alternative(text/plain, text/html)"),
            (MailMessage(subject: "", text: "t", attachments: [file]), "multipart/mixed(text/plain, application/pdf)"),
            (MailMessage(subject: "", html: "h", attachments: [picture]), "multipart/related(text/html, image/png)"),
            (MailMessage(subject: "", text: "t", attachments: [picture]), "multipart/mixed(text/plain, image/png)"),
            (
                MailMessage(subject: "", text: "t", html: "h", attachments: [file, picture]),
                "multipart/mixed(multipart/alternative(text/plain, multipart/related(text/html, image/png)), application/pdf)"
            ),
        ]
        let opinions = try await MailReferee.opinions(on: kinds.map { try Specimen.composed($0.0) })
        #expect(opinions.map(\.problems) == kinds.map { _ in [] })
        #expect(opinions.map(\.body.outline) == kinds.map(\.1))
        let shown = try #require(opinions[5].body.leaves.last)
        #expect(shown.disposition == "inline")
        #expect(shown.id == "<logo>")
        #expect(shown.name == "logo.png")
        #expect(opinions[6].body.leaves.last?.disposition == "attachment")
    }
}
