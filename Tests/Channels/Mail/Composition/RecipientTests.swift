import FanfareCurl
import Foundation
import Testing

@testable import FanfareMail

struct RecipientTests {
    @Test func `smtp-10: one recipient's mail knows nothing of another's`() async throws {
        let prepared = try Specimen.prepared(MailMessage(subject: "Hello", text: "Hello"))
        let recipients = try MailAddress.list("Ada <a@example.com>, Bob <b@example.com>, c@example.com")
        func mail(_ recipient: MailAddress) throws -> SMTPMail {
            try prepared.composed(for: recipient, messageID: "\(recipient.domain)@example.com", date: Specimen.time)
        }
        let first = try recipients.map(mail)
        let again = try recipients.reversed().map(mail).reversed()
        #expect(first == Array(again))
        #expect(first.map(\.recipients) == recipients.map { [$0.mailbox] })
        let opinions = try await MailReferee.opinions(on: first)
        #expect(opinions.map { $0.addresses["To"] } == recipients.map { [[$0.name ?? "", $0.mailbox]] })
        #expect(!String(decoding: first[1].content, as: UTF8.self).contains("Ada"))
    }

    @Test func `copies go to those who get one, each once`() async throws {
        var message = MailMessage(subject: "Hello", text: "Hello")
        message.to = try MailAddress.list("Ada Twice <ada@example.com>, to@example.com")
        message.cc = try MailAddress.list("cc@example.com, to@EXAMPLE.com")
        message.bcc = try MailAddress.list("Secret <bcc@example.com>, cc@example.com")
        let mail = try Specimen.composed(message)
        #expect(mail.sender == "shop@example.com")
        #expect(mail.recipients == ["ada@example.com", "to@example.com", "cc@example.com", "bcc@example.com"])
        let opinion = try #require(try await MailReferee.opinions(on: [mail]).first)
        #expect(opinion.problems == [])
        #expect(opinion.addresses["To"] == [["", "ada@example.com"], ["", "to@example.com"]])
        #expect(opinion.addresses["Cc"] == [["", "cc@example.com"], ["", "to@example.com"]])
        let text = String(decoding: mail.content, as: UTF8.self)
        #expect(!text.lowercased().contains("bcc") && !text.contains("Secret"))
    }

    @Test func `smtp-01: a name that looks like more is a name`() async throws {
        let names = try #require(try TestFile.fixture("injection_fields", as: [String: [String]].self)["display_name"])
        let harmless = names.filter { $0.firstControl == nil }
        #expect(names.count == 3 && harmless.count == 2)
        let mails = try harmless.map { name in
            try Specimen.composed(
                MailMessage(subject: "x", text: "x"),
                for: MailAddress(name: name, mailbox: "ann@example.com")
            )
        }
        for (name, (mail, opinion)) in zip(harmless, zip(mails, try await MailReferee.opinions(on: mails))) {
            #expect(mail.recipients == ["ann@example.com"])
            #expect(opinion.problems == [])
            #expect(opinion.addresses["To"] == [[name, "ann@example.com"]])
            #expect(opinion.addressesOfPython["To"] == [[name, "ann@example.com"]])
            #expect(opinion["Bcc"] == [])
        }
    }

    @Test func `a mailbox that is not ASCII is in the header as it is, and the mail says so`() async throws {
        let plain = MailMessage(subject: "x", text: "x")
        #expect(try !Specimen.composed(plain).isInternational)
        let mail = try Specimen.composed(plain, for: MailAddress("Jörg <jörg@example.com>"))
        #expect(mail.isInternational)
        #expect(mail.recipients == ["jörg@example.com"])
        let opinion = try #require(try await MailReferee.opinions(on: [mail]).first)
        #expect(opinion.addresses["To"] == [["Jörg", "jörg@example.com"]])
        for path in [\MailMessage.to, \.cc, \.bcc, \.replyTo] {
            var message = plain
            message[keyPath: path] = [try MailAddress("jörg@example.com")]
            #expect(try Specimen.composed(message).isInternational)
        }
        var message = plain
        message.from = try MailAddress("jörg@example.com")
        #expect(try Specimen.composed(message).isInternational)
    }

    @Test(arguments: ["", "a", "@", "a@", "<a@b>", "a@b@c", "a b@c", "a@b\r\nBcc: c@d", "ä@b", "a@b\n"])
    func `a Message-ID that is none is refused`(id: String) throws {
        let prepared = try Specimen.prepared(MailMessage(subject: "x", text: "x"))
        #expect(throws: MailMessageError.self) {
            try prepared.composed(for: MailAddress("a@x"), messageID: id, date: Specimen.time)
        }
    }

    @Test func `a mail has a sender`() {
        #expect(throws: MailMessageError.self) { try PreparedMail(MailMessage(subject: "x", text: "x"), from: nil) }
    }
}
