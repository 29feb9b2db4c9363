import FanfareCurl
import Foundation
import Testing

@testable import FanfareMail

struct RandomTests {
    private static let pieces: [String] = [
        "a", "Z", "0", " ", " ", "  ", ".", ",", ";", ":", "\"", "\\", "<", ">", "@", "(", ")", "[", "]", "=", "?",
        "=?", "?=", "_",
        "=?UTF-8?Q?x?=", "%", "'", "*", "/", "~", "é", "e\u{301}", "ß", "İ", "Ж", "ع", "\u{202E}", "\u{200F}", "日", "本",
        "한",
        "हि", "👩🏽‍🚒", "🏳️‍🌈", "👨‍👩‍👧‍👦", "𠀋", "\u{FEFF}", "\u{A0}", "\u{3000}", "\u{200D}", "\u{10FFFF}", "\u{FFFD}", "\u{E000}",
        "a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30A}\u{30B}\u{30C}\u{30D}\u{30E}\u{30F}\u{310}\u{311}",
        "e" + String(repeating: "\u{301}", count: 60), "word", "From ", String(repeating: "x", count: 70),
        "https://example.com/?q=1&r=2",
    ]

    @Test func `whatever is typed arrives`() async throws {
        var random = SeededGenerator(seed: 5322)
        func text(_ length: Int, _ extra: [String] = []) -> String {
            (0..<Int.random(in: 0...length, using: &random))
                .map { _ in (Self.pieces + extra).randomElement(using: &random) ?? "" }.joined()
        }
        func filled(_ length: Int) -> String { text(length).trimmingBlanks() + "x" }
        let breaks = ["\n", "\r\n", "\r", "\t", "\0", "\n.", "\nFrom ", "\n--=_mixed", "\u{2028}"]
        var messages: [MailMessage] = []
        var recipients: [MailAddress] = []
        for index in 0..<150 {
            var message = MailMessage(subject: text(30), text: text(60, breaks) + "x", html: text(60, breaks) + "x")
            message.replyTo = try [
                MailAddress(name: text(20), mailbox: "a@x"), MailAddress(name: text(20), mailbox: "b@x"),
            ]
            message.attachments = [MailAttachment(name: text(20), mediaType: "image/png", content: [UInt8(index)])]
            message.headers = ["X-\(String(repeating: "n", count: index % 48 + 1))": filled(20)]
            message.tags = [filled(10), filled(3)]
            messages.append(message)
            recipients.append(try MailAddress(name: text(25), mailbox: "ada@example.com"))
        }
        let mails = try zip(messages, recipients).map { try Specimen.composed($0, for: $1) }
        let opinions = try await MailReferee.opinions(on: mails)
        #expect(opinions.count == messages.count)
        for (index, opinion) in opinions.enumerated() {
            let message = messages[index]
            #expect(opinion.problems == [])
            #expect(opinion["Subject"] == [message.subject])
            #expect(opinion.addresses["To"] == [[recipients[index].name ?? "", "ada@example.com"]])
            #expect(opinion.addresses["Reply-To"] == message.replyTo.map { [$0.name ?? "", $0.mailbox] })
            #expect(opinion.keywords == message.tags)
            for (name, value) in message.headers { #expect(opinion[name] == [value]) }
            let leaves = opinion.body.leaves
            #expect(leaves.map(\.type) == ["text/plain", "text/html", "image/png"])
            for (leaf, text) in zip(leaves, [message.text, message.html]) {
                #expect(leaf.text.map(unified) == text.map(unified))
            }
            #expect(leaves.last?.name ?? "" == message.attachments[0].name)
            #expect(leaves.last?.content == Data(message.attachments[0].content))
        }
    }

    /// The scalars, because texts that are equal in Swift may have other bytes, with every line end as LF: all that changes.
    private func unified(_ text: String) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if scalar != "\n" || last != "\r" { scalars.append(scalar == "\r" ? "\n" : scalar) }
            last = scalar
        }
        return scalars
    }
}
