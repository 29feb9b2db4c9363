import FanfareCore
import FanfareCurl
import Foundation
import Testing

@testable import FanfareMail

/// Headers, read back by Python and by a strict reader.
struct HeaderTests {
    /// Case smtp-03.
    @Test func `smtp-03: subjects, names and file names arrive as they were typed`() async throws {
        // What control characters get is an error, which another test sees.
        let texts = try TestFile.fixture("subjects", as: [String].self).filter { $0.firstControl == nil }
        #expect(texts.count == 10)
        let mails = try texts.map { text in
            let recipient = try MailAddress(name: text, mailbox: "ada@example.com")
            var message = MailMessage(subject: text, text: "Hello", replyTo: [recipient, recipient])
            message.attachments = [MailAttachment(name: text, mediaType: "application/pdf", content: [1, 2, 3])]
            message.headers = ["X-Note": text.isEmpty ? "-" : text]
            message.tags = text.isEmpty ? [] : [text, "order"]
            return try Specimen.composed(message, for: recipient)
        }
        for (text, opinion) in zip(texts, try await MailReferee.opinions(on: mails)) {
            #expect(opinion.problems == [])
            #expect(opinion["Subject"] == [text])
            #expect(opinion.subjectOfPython == text)
            #expect(opinion.addresses["To"] == [[text.trimmingBlanks(), "ada@example.com"]])
            #expect(opinion.addressesOfPython["To"] == opinion.addresses["To"])
            #expect(opinion.addressesOfPython["Reply-To"] == opinion.addresses["Reply-To"])
            #expect(opinion.body.leaves.last?.name == (text.isEmpty ? nil : text))
            if !text.isEmpty {
                #expect(opinion["X-Note"] == [text])
                #expect(opinion.keywords == [text, "order"])
            }
        }
    }
}
