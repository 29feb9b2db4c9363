import FanfareCore

@testable import FanfareMail

/// Mails and what it takes to compose one.
enum Specimen {
    static let time = Timestamp(millisecondsSinceEpoch: 1_781_510_400_000)
    static let messageID = "018f0000-0000-7000-8000-00000000000d@example.com"

    static func composed(
        _ message: MailMessage,
        for recipient: MailAddress? = nil
    ) throws -> ComposedMail {
        let sender = try MailAddress("Example Shop <shop@example.com>")
        let recipient = try recipient ?? MailAddress("ada@example.com")
        return try PreparedMail(message, from: sender).composed(for: recipient, messageID: messageID, date: time)
    }
}
