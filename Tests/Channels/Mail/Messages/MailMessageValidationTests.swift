import Foundation
import Testing

@testable import FanfareMail

struct MailMessageValidationTests {
    private let message = MailMessage(subject: "Hello", text: "Hello")

    private func error(_ change: (inout MailMessage) throws -> Void) rethrows -> MailMessageError? {
        var message = message
        try change(&message)
        do {
            try message.validate()
            return nil
        } catch {
            return error
        }
    }

    @Test func `a message says something`() throws {
        #expect(error { _ in } == nil)
        #expect(error { $0.text = nil }?.field == "text")
        #expect(error { ($0.text, $0.html) = ("", "") }?.field == "text")
        #expect(error { ($0.text, $0.html) = (nil, "<p>") } == nil)
        #expect(error { $0.subject = "" } == nil)
    }

    @Test func `smtp-01: subjects that carry something else are refused`() throws {
        let fields = try TestFile.fixture("injection_fields", as: [String: [String]].self)
        let subjects = try #require(fields["subject"])
        #expect(subjects.count == 7)
        for subject in subjects {
            let error = error { $0.subject = subject }
            #expect(error?.field == "subject")
            #expect(error?.problem == "has a control character or a line break (character 3)")
            var bad = message
            bad.subject = subject
            #expect(throws: MailMessageError.self) { try Specimen.composed(bad) }
        }
        for name in try #require(fields["display_name"]) where name.firstControl != nil {
            #expect(throws: MailAddressError.self) { try MailAddress(name: name, mailbox: "a@x") }
        }
    }

    @Test(arguments: ["\r\n", "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}", "\0", "\t", "\u{7F}", "\u{9F}"])
    func `smtp-01: control characters are refused in all that goes into a header`(character: String) {
        let bad = "a\(character)Bcc: b@x"
        #expect(error { $0.subject = bad }?.field == "subject")
        #expect(error { $0.headers = ["X-A": bad] }?.field == "headers.X-A")
        #expect(error { $0.headers = ["X-\(bad)": "x"] }?.field == "headers")
        #expect(error { $0.tags = ["x", bad] }?.field == "tags[1]")
        #expect(error { $0.unsubscribe = "https://example.com/\(bad)" }?.field == "unsubscribe")
        let file = MailAttachment(name: "a", mediaType: "image/png", content: [])
        func changed(_ path: WritableKeyPath<MailAttachment, String>) -> MailAttachment {
            var changed = file
            changed[keyPath: path] = bad
            return changed
        }
        #expect(error { $0.attachments = [file, changed(\.name)] }?.field == "attachments[1].name")
        #expect(error { $0.attachments = [changed(\.mediaType)] }?.field == "attachments[0].mediaType")
        let shown = MailAttachment(name: "a", mediaType: "image/png", content: [], contentID: bad)
        #expect(error { $0.attachments = [shown] }?.field == "attachments[0].contentID")
    }

    @Test(arguments: [
        "From", "to", "CC", "Bcc", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type", "content-anything",
        "DKIM-Signature", "Return-Path", "Received", "Sender", "Reply-To", "Resent-To", "List-Unsubscribe",
        "Auto-Submitted",
        "X A", "X:A", "X-Ä", "", String(repeating: "x", count: 51),
    ])
    func `fields that are written from elsewhere, and names that are none, are refused`(name: String) {
        #expect(error { $0.headers = [name: "x"] }?.field == "headers")
    }

    @Test func `empty headers and tags are refused`() {
        #expect(error { $0.headers = ["X-A": " "] }?.field == "headers.X-A")
        #expect(error { $0.tags = [""] }?.field == "tags[0]")
        #expect(error { ($0.headers, $0.tags) = (["X-A_1": "x"], ["y"]) } == nil)
    }

    @Test func `a subscription ends by an https link`() {
        for link in [
            "https://example.com", "https://example.com/u?a=1&b=%20#x",
            "HTTPS://example.com:8443/~x;y=(1),2".replacing(",", with: ""),
        ] {
            #expect(error { $0.unsubscribe = link } == nil)
        }
        for link in [
            "", "http://example.com", "mailto:a@x", "https://", "https:///x", "https://example.com/ä",
            "https://example.com/a b",
            "https://example.com/>,<https://b", "https://example.com/" + String(repeating: "x", count: 900),
        ] {
            #expect(error { $0.unsubscribe = link }?.field == "unsubscribe")
        }
    }

    @Test func `media types are what readers understand`() {
        func problem(_ type: String) -> String? {
            error { $0.attachments = [MailAttachment(name: "a", mediaType: type, content: [])] }?.field
        }
        for type in ["image/png", "text/calendar; method=REQUEST; charset=\"utf-8\"", "application/vnd.a+json;x=y"] {
            #expect(problem(type) == nil)
        }
        for type in [
            "", "image", "image/", "/png", "image/png/x", "image/png;", "image/png; x", "image/png; x=\"a\"b\"",
            "image/p ng",
            "multipart/mixed", "message/rfc822", "image/png; name=x", "image/png; Name*0=x", "image/png; x=\"\\\"",
        ] {
            #expect(problem(type) == "attachments[0].mediaType", "\(type)")
        }
    }

    @Test func `content ids are simple and unique`() {
        func problem(_ ids: [String]) -> String? {
            error { message in
                message.attachments = ids.map {
                    MailAttachment(name: "", mediaType: "image/png", content: [], contentID: $0)
                }
            }?.field
        }
        #expect(problem(["logo", "logo@example.com"]) == nil)
        #expect(problem(["logo", "logo"]) == "attachments")
        for id in ["", "a b", "<a>", "ä", String(repeating: "x", count: 201)] {
            #expect(problem([id]) == "attachments[0].contentID")
        }
    }

    @Test func `a mail is not too large and has not too many copies`() throws {
        var message = message
        message.attachments = [
            MailAttachment(name: "a", mediaType: "image/png", content: [UInt8](repeating: 7, count: 7_300_000))
        ]
        try message.validate()
        message.attachments[0].content += [UInt8](repeating: 7, count: 100_000)
        let error = #expect(throws: MailMessageError.self) { try message.validate() }
        #expect(error?.field == "attachments")
        #expect(error?.problem.contains("10000000") == true)
        message.attachments = []
        message.bcc = [MailAddress](repeating: try MailAddress("a@x"), count: 99)
        try message.validate()
        message.cc = [try MailAddress("a@x")]
        #expect(throws: MailMessageError.self) { try message.validate() }
    }
}
