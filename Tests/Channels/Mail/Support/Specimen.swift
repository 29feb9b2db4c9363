import FanfareCore
import FanfareCurl
import Testing

@testable import FanfareMail

/// Mails of each kind, and what it takes to compose one.
struct Specimen: Sendable, CustomTestStringConvertible {
    let name: String
    let message: MailMessage
    var recipient: MailAddress
    var signer: DKIMSigner?

    init(_ name: String, _ message: MailMessage, for recipient: String = "ada@example.com", signer: DKIMSigner? = nil)
        throws
    {
        self.name = name
        self.message = message
        self.recipient = try MailAddress(recipient)
        self.signer = signer
    }

    var testDescription: String { name }

    var mail: SMTPMail { get throws { try Self.composed(message, for: recipient, signing: signer) } }

    static let time = Timestamp(millisecondsSinceEpoch: 1_781_510_400_000)
    static let messageID = "018f0000-0000-7000-8000-00000000000d@example.com"

    static func prepared(_ message: MailMessage, signing signer: DKIMSigner? = nil) throws -> PreparedMail {
        try PreparedMail(message, from: MailAddress("Example Shop <shop@example.com>"), signing: signer)
    }

    static func composed(
        _ message: MailMessage,
        for recipient: MailAddress? = nil,
        signing signer: DKIMSigner? = nil
    ) throws -> SMTPMail {
        let recipient = try recipient ?? MailAddress("ada@example.com")
        return try prepared(message, signing: signer).composed(for: recipient, messageID: messageID, date: time)
    }

    static let picture = MailAttachment(
        name: "logo.png",
        mediaType: "image/png",
        content: [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + Array(0...120),
        contentID: "logo"
    )
    static let invoice = MailAttachment(
        name: "Rechnung für März.pdf",
        mediaType: "application/pdf",
        content: Array("%PDF-".utf8)
    )

    static func all() throws -> [Specimen] {
        let html = "<p>Hello,<br>\r\nyour order <b>is on its way</b>. <img src=\"cid:logo\" alt=\"\"></p>\n"
        var everything = MailMessage(
            subject: "Ihre Bestellung ist unterwegs – sie kommt morgen zwischen 8 und 12 Uhr an 📦"
        )
        everything.text = "Grüße\n\nMorgen kommt sie an.\n.\nFrom here on = quoted \n"
        everything.html = html.replacing("Hello", with: "Grüße")
        everything.from = try MailAddress("\"Shop, Example\" <orders@bücher.example>")
        everything.to = try MailAddress.list("Charles <charles@example.com>")
        everything.cc = try MailAddress.list("Jürgen Müller <jm@example.com>, \"O'Neil, Pat\" <pat@example.com>")
        everything.bcc = try MailAddress.list("audit@example.com")
        everything.replyTo = try MailAddress.list("help@example.com")
        everything.attachments = [
            picture, invoice,
            MailAttachment(
                name: String(repeating: "ein sehr langer Name ", count: 5) + "日本.ics",
                mediaType: "text/calendar; method=REQUEST; charset=utf-8",
                content: Array("BEGIN:VCALENDAR\r\n".utf8)
            ),
        ]
        everything.headers = ["X-Order": "7", "X-Note": "für Ada", "References": "<1@example.com> <2@example.com>"]
        everything.tags = ["orders", "an die Küche", "a, b"]
        everything.unsubscribe =
            "https://example.com/unsubscribe?user=42&token=0123456789abcdef0123456789abcdef0123456789abcdef"
        return [
            try Specimen("text", MailMessage(subject: "On its way", text: "Hello,\n\nit arrives tomorrow.\n")),
            try Specimen(
                "text-quoted",
                MailMessage(
                    subject: "Grüße",
                    text: "Grüße\r\n.dot\rFrom me \n\n\tEnd\t\n" + String(repeating: "long = line ", count: 20)
                )
            ),
            try Specimen("html", MailMessage(subject: "On its way", html: html)),
            try Specimen("alternative", MailMessage(subject: "On its way", text: "Hello", html: html)),
            try Specimen(
                "picture",
                MailMessage(subject: "On its way", text: "Hello", html: html, attachments: [picture])
            ),
            try Specimen("attachment", MailMessage(subject: "On its way", text: "Hello", attachments: [invoice])),
            try Specimen("everything", everything, for: "Ada Lovelace <ada@example.com>"),
            try Specimen(
                "international",
                MailMessage(subject: "Grüße", text: "Hello"),
                for: "Jörg <jörg@bücher.example>"
            ),
            try Specimen(
                "signed",
                everything,
                for: "Ada Lovelace <ada@example.com>",
                signer: SigningSpecimen.ed25519()
            ),
        ]
    }
}
