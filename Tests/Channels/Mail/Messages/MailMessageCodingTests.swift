import FanfareMail
import Foundation
import Testing

struct MailMessageCodingTests {
    @Test func `what is missing is empty, and what is empty is not written`() throws {
        let message = try JSONDecoder().decode(MailMessage.self, from: Data(#"{"later": 1}"#.utf8))
        #expect(message == MailMessage(subject: ""))
        #expect(try String(decoding: JSONEncoder().encode(message), as: UTF8.self) == #"{"subject":""}"#)
    }

    @Test func `files are stored as base64`() throws {
        let json = #"{"content":"AAEC/w==","contentID":"x","mediaType":"image/png","name":"a"}"#
        let file = try JSONDecoder().decode(MailAttachment.self, from: Data(json.utf8))
        #expect(file == MailAttachment(name: "a", mediaType: "image/png", content: [0, 1, 2, 255], contentID: "x"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(try String(decoding: encoder.encode(file), as: UTF8.self) == json)
        let bare = try JSONDecoder().decode(MailAttachment.self, from: Data(#"{"content":""}"#.utf8))
        #expect(bare == MailAttachment(name: "", mediaType: "application/octet-stream", content: []))
        for json in [#"{"content":"# + #""?"}"#, #"{"name":"a"}"#] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(MailAttachment.self, from: Data(json.utf8)) }
        }
    }

    @Test func `an address that is none is an error with its place`() throws {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(MailMessage.self, from: Data(#"{"cc": ["a@x", "b"]}"#.utf8))
        }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("another error")
            return
        }
        #expect(context.codingPath.map(\.stringValue).first == "cc")
        #expect(context.debugDescription.contains("has no @"))
    }
}
