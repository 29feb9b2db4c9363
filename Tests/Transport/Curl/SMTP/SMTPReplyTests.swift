import Foundation
import Testing

@testable import FanfareCurl

struct SMTPReplyTests {
    private func read(_ text: String, by size: Int = .max) -> (answers: [SMTPAnswer], isBroken: Bool) {
        var reader = SMTPReplyReader()
        var answers: [SMTPAnswer] = []
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            answers += unsafe bytes.prefix(size).withUnsafeBytes { unsafe reader.take($0) }
            bytes = bytes.dropFirst(size)
        }
        return (answers, reader.isBroken)
    }

    @Test(arguments: [1, 2, 3, 7, 1000]) func `replies are the same however they come`(size: Int) {
        let (answers, isBroken) = read("220 a\r\n250-b\r\n250-\r\n250 d e\r\n354\r\n250 \n", by: size)
        #expect(!isBroken)
        #expect(
            answers == [
                SMTPAnswer(code: 220, lines: ["a"]), SMTPAnswer(code: 250, lines: ["b", "", "d e"]),
                SMTPAnswer(code: 354, lines: [""]), SMTPAnswer(code: 250, lines: [""]),
            ]
        )
    }

    @Test(arguments: [
        "\r\n", "25\r\n", "2500 a\r\n", "250\ta\r\n", "+OK\r\n", "199 a\r\n", "600 a\r\n", "250-a\r\n251 b\r\n",
    ])
    func `what is no reply is known as such, and what came before it counts`(text: String) {
        let (answers, isBroken) = read("220 a\r\n" + text + "250 b\r\n")
        #expect(isBroken)
        #expect(answers == [SMTPAnswer(code: 220, lines: ["a"])])
    }

    @Test func `a reply has its length`() {
        #expect(read(String(repeating: "250-a\r\n", count: 9000) + "250 b\r\n").answers.count == 1)
        #expect(read(String(repeating: "250-a\r\n", count: 10_000)).isBroken)
        #expect(read(String(repeating: "2", count: 70_000)).isBroken)
        // Several are not one.
        #expect(read(String(repeating: "250 a\r\n", count: 20_000)).answers.count == 20_000)
    }

    @Test(
        arguments: [
            (["5.1.1 no such user"], "5.1.1", "no such user"), (["5.1.1"], "5.1.1", ""),
            (["5.7.1 one", "5.7.1 two"], "5.7.1", "one two"), (["one", "5.7.26 two"], "5.7.26", "one two"),
            (["4.1.1 of another class"], nil, "4.1.1 of another class"), (["5.1 short"], nil, "5.1 short"),
            (["5.1.1.1 long"], nil, "5.1.1.1 long"), (["5.1234.1 long"], nil, "5.1234.1 long"),
            (["a\u{1B}[31m\tb\u{0}  c\u{7F}"], nil, "a [31m b c"), (["a\u{202E}b"], nil, "a b"),
        ] as [([String], String?, String)]
    )
    func `a reply is its code, its status and clean text`(lines: [String], status: String?, text: String) {
        let reply = SMTPReply(SMTPAnswer(code: 550, lines: lines), to: .sender)
        #expect(reply == SMTPReply(stage: .sender, code: 550, status: status, text: text))
    }

    @Test func `a long text is cut`() {
        let lines = [String](repeating: String(repeating: "ä", count: 100), count: 10)
        #expect(SMTPReply(SMTPAnswer(code: 550, lines: lines), to: .sender).text.count == 500)
    }

    @Test(arguments: 2..<9) func `dots are the same however little is written at once`(size: Int) {
        var content = SMTPContent(Array(".\r\na.\r\n..b\r\n\r\n.".utf8))
        var written: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer { unsafe buffer.deallocate() }
        while !content.isThrough { unsafe written += buffer.prefix(content.fill(buffer)) }
        #expect(String(decoding: written, as: UTF8.self) == "..\r\na.\r\n...b\r\n\r\n..\r\n.\r\n")
    }
}
