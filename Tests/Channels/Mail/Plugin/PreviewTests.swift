import FanfareCore
import FanfareMemory
import FanfareTesting
import Foundation
import Testing

@testable import FanfareHost
@testable import FanfareMail

struct PreviewTests {
    private let printed = Watched<[String]>([])
    private let complaints = Watched<[String]>([])
    private let written = Watched<[String: String]>([:])

    private func run(_ arguments: String...) async -> Int32 {
        let configuration = """
            { store: "memory:",
              channels: { mail: { preview: true, from: "Shop <shop@example.com>", brand: { name: "Shop", logo: "logo.png" } } },
              notifications: { shipped: { via: ["mail"], title: "Order {{n}}", body: "On its way",
                               link: "https://example.com/{{n}}", mail: { replyTo: "help@example.com" } } } }
            """
        let surroundings = Surroundings(
            variables: [:],
            readFile: { $0.hasSuffix("logo.png") ? Picture.dot : Array(configuration.utf8) },
            writeFile: { [written] path, bytes in written.update { $0[path] = String(decoding: bytes, as: UTF8.self) }
            },
            print: { [printed] line in printed.update { $0.append(line) } },
            complain: { [complaints] line in complaints.update { $0.append(line) } }
        )
        return await Fanfare(channels: [MailPlugin()], stores: [MemoryPlugin()]).run(arguments, in: surroundings)
    }

    @Test func `a mail is shown as its text, and as a page that has its pictures within`() async throws {
        let data = #"{"n": 7}"#
        let arguments = ("--channel", "mail", "--to", "Ada <ada@example.com>", "--output", "page.html")
        #expect(
            await run(
                "preview",
                "shipped",
                "--data",
                data,
                arguments.0,
                arguments.1,
                arguments.2,
                arguments.3,
                arguments.4,
                arguments.5
            ) == 0,
            "\(complaints.value)"
        )
        #expect(
            printed.value.first == """
                From: Shop <shop@example.com>
                To: Ada <ada@example.com>
                Reply-To: help@example.com
                Subject: Order 7
                Attachment: logo.png (image/png, \(Picture.dot.count) bytes)

                Order 7

                On its way

                Open:
                https://example.com/7

                Kind regards,
                Shop
                """
        )
        #expect(printed.value.last == "\n(written to page.html)")
        let page = try #require(written.value["page.html"])
        #expect(page.hasPrefix("<!doctype html>") && !page.contains("cid:"))
        #expect(page.contains("src=\"data:image/png;base64,\(Data(Picture.dot).base64EncodedString())\""))
    }

    @Test func `an address that is none is refused`() async {
        #expect(await run("preview", "shipped", "--data", "{\"n\":1}", "--channel", "mail", "--to", "nobody") == 1)
        #expect(complaints.value.first?.contains("the mail address") == true)
    }

    @Test func `a mail without HTML is a text to look at`() throws {
        let message = MailMessage(subject: "S", text: "Hello", to: [try MailAddress("b@example.com")], tags: ["x"])
        let preview = MailPreview(message, from: try MailAddress("a@example.com"), to: nil).preview
        #expect(preview.text == "From: a@example.com\nTo: b@example.com\nSubject: S\n\nHello")
        #expect(preview.files.map(\.name) == ["mail.txt"])
        #expect(preview.files.first?.content == Array("\(preview.text)\n".utf8))
    }
}
