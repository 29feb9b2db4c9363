import FanfareCore
import FanfareCurl
import Foundation
import TestPrograms
import Testing

@Suite(.timeLimit(.minutes(1)))
struct InvalidMailTests {
    private static let noMailboxes = [
        "", "ada", "@example.test", "ada@", "a b@example.test", "ada@example.test\r\nRCPT TO:<eve@example.test",
        "ada@example.test\r\n", "ada@example.test\n", "<ada@example.test>", "ada@example.test> SIZE=1", "a\0@b",
        "ada@example.test\u{2028}", "a\u{85}@example.test", String(repeating: "a", count: 2000) + "@example.test",
    ]

    /// The case smtp-01, as far as the envelope goes.
    @Test func `what is no mailbox never reaches a server`() async throws {
        let server = try await TestMailServer.start()
        let client = CurlClient()
        for mailbox in Self.noMailboxes {
            var mails = [SMTPMail(sender: "", recipients: ["ada@example.test", mailbox], content: [])]
            // Mails without a sender are mails.
            if !mailbox.isEmpty {
                mails.append(SMTPMail(sender: mailbox, recipients: ["ada@example.test"], content: []))
            }
            for mail in mails {
                let failure = try #require(try await client.failure(mail, to: SMTPServer(server)))
                #expect(failure.kind == .misconfigured && failure.code == .invalidRequest)
                #expect(!"\(failure)".contains("example.test"))
            }
        }
        let nobody = SMTPMail(sender: "", recipients: [], content: [])
        #expect(try await client.failure(nobody, to: SMTPServer(server))?.code == .invalidRequest)
        #expect(try await server.sessions().isEmpty)
        await client.shutdown()
    }

    @Test func `a line that ends in anything but CRLF could end a message, and is not sent`() async throws {
        let server = try await TestMailServer.start()
        let client = CurlClient()
        for content in ["a\nb", "a\rb", "a\r\n.\n", "\n.\r\n", "a\r", "a\r\r\n"] {
            let mail = SMTPMail(sender: "", recipients: ["ada@example.test"], content: Array(content.utf8))
            let failure = try await client.failure(mail, to: SMTPServer(server))
            #expect(failure?.kind == .misconfigured && failure?.code == .invalidRequest)
        }
        #expect(try await server.sessions().isEmpty)
        await client.shutdown()
    }

    /// The case smtp-13.
    @Test func `a client calls itself what it is told to, and never by the machine's name`() async throws {
        let server = try await TestMailServer.start(strictHello: true)
        let client = CurlClient()
        for hello in ["mail.example.test", "[127.0.0.1]", "[IPv6:::1]", "x--1.example"] {
            var address = SMTPServer(server)
            address.hello = hello
            #expect(try await client.send(.sample(), to: address).code == 250)
        }
        let names = try await server.sessions().map(\.hello)
        #expect(names == ["mail.example.test", "[127.0.0.1]", "[IPv6:::1]", "x--1.example"])
        for hello in ["", "worker_1", "a b", "a\r\nb", "-a", "a..b", "[", "[]", "[1 2]", "ä.test", "a%20b", "a/b"] {
            var address = SMTPServer(server)
            address.hello = hello
            #expect(try await client.failure(.sample(), to: address)?.code == .invalidRequest)
        }
        // A legal name is the server's to judge; it refuses both greetings.
        try await server.setFaults([MailServerFault(at: .hello, reply: "501 5.5.2 bad name")])
        var short = SMTPServer(server)
        short.hello = "worker"
        let reply = try await client.send(.sample(), to: short)
        #expect(reply == SMTPReply(stage: .hello, code: 501, status: "5.5.2", text: "bad name"))
        await client.shutdown()
    }

    @Test(
        arguments: [
            ("", 25), ("mail.example.test/x", 25), ("a@mail.example.test", 25), ("mail?x", 25), ("a#b", 25),
            ("a b", 25),
            ("a%2fb", 25), ("[::1]", 25), ("::1%lo", 25), ("a\0", 25), ("localhost", 0), ("localhost", 65_536),
        ])
    func `what is no host or port is not looked for`(host: String, port: Int) async throws {
        let client = CurlClient()
        let server = SMTPServer(host: host, port: port, security: .none)
        let failure = try await client.failure(.sample(), to: server)
        #expect(failure?.kind == .misconfigured && failure?.code == .invalidRequest)
        await client.shutdown()
    }

    @Test(arguments: [("", "secret"), ("ada\0", "secret"), ("ada", "sec\0ret")])
    func `a login that cannot be written is not sent in part`(user: String, secret: String) async throws {
        let client = CurlClient()
        let login = SMTPLogin(user: user, secret: Secret(secret))
        let server = SMTPServer(host: "127.0.0.1", port: 25, login: login)
        let failure = try #require(try await client.failure(.sample(), to: server))
        #expect(failure.code == .invalidRequest && !"\(failure)".contains("sec"))
        await client.shutdown()
    }
}
