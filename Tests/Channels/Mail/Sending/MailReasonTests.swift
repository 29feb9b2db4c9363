import FanfareCore
import FanfareCurl
import Testing

@testable import FanfareMail

struct MailReasonTests {
    private func words(_ text: String) -> String? {
        let reply = SMTPReply(stage: .recipient(0), code: 550, status: "5.1.1", text: text)
        let server = MailServer(host: "mail.example.com")
        return DeliveryReason("mailbox-unknown", reply, from: server, about: ["Ada.Lovelace@example.com"]).detail
    }

    @Test func `the server's words are kept`() {
        #expect(
            words("User unknown, see https://example.com/550")
                == "mail.example.com:587 answered RCPT TO with 550 5.1.1: User unknown, see https://example.com/550"
        )
        #expect(words("") == "mail.example.com:587 answered RCPT TO with 550 5.1.1")
    }

    @Test(arguments: [
        "<ada.lovelace@example.com>: unknown", "ada.lovelace is unknown", "No such user: 'Ada.Lovelace'.",
        "(ADA.LOVELACE) unknown", "mailto:someone@else.example unknown", "ada.lovelace@example.com",
    ])
    func `addresses are not`(text: String) throws {
        let full = try #require(words(text))
        let detail = full.lowercased()
        #expect(!detail.contains("lovelace") && !detail.contains("@") && detail.contains("…"), "\(detail)")
    }
}
