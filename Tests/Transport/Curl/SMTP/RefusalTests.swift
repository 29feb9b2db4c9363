import FanfareCore
import FanfareCurl
import Foundation
import TestPrograms
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RefusalTests {
    private static let refusals: [(MailServerFault.Stage, SMTPStage, Int)] = [
        (.greeting, .greeting, 554), (.greeting, .greeting, 421), (.hello, .hello, 550), (.hello, .hello, 421),
        (.sender, .sender, 451), (.recipient, .recipient(0), 550), (.data, .data, 452), (.message, .message, 554),
        (.message, .message, 421),
    ]

    @Test func `a refusal is an answer, with what it was to`() async throws {
        let server = try await TestMailServer.start()
        let client = CurlClient()
        for (place, stage, code) in Self.refusals {
            let words = "\(code)-\(code / 100).7.1 Not\n\(code) \(code / 100).7.1 today"
            try await server.setFaults([MailServerFault(at: place, reply: words, close: .after)])
            let reply = try await client.send(.sample(), to: SMTPServer(server), onNewConnection: true)
            #expect(reply == SMTPReply(stage: stage, code: code, status: "\(code / 100).7.1", text: "Not today"))
            try await eventually { client.openConnections == 0 }
        }
        #expect(try await server.mails().isEmpty)
        await client.shutdown()
    }

    @Test func `one recipient that is refused is enough, and the next mail has the connection`() async throws {
        let refusal = "550 5.1.1 nobody of that name"
        let server = try await TestMailServer.start(faults: [
            MailServerFault(at: .recipient, reply: refusal, skip: 1, times: 1)
        ])
        let client = CurlClient()
        let two = SMTPMail.sample(to: ["ada@example.test", "nobody@example.test"])
        let reply = try await client.send(two, to: SMTPServer(server))
        #expect(reply == SMTPReply(stage: .recipient(1), code: 550, status: "5.1.1", text: "nobody of that name"))
        #expect(try await client.send(.sample(), to: SMTPServer(server)).code == 250)
        let sessions = try await server.sessions()
        #expect(sessions.count == 1)
        #expect(sessions.first?.mails.map(\.recipients) == [["ada@example.test"]])
        #expect(sessions.first?.commands.contains("RSET") == true)
        await client.shutdown()
    }

    @Test func `a message that is refused at its end is forgotten without a word`() async throws {
        let refusal = MailServerFault(at: .message, reply: "554-5.7.1 spam\n554 5.7.1 or so", times: 1)
        let server = try await TestMailServer.start(faults: [refusal])
        let client = CurlClient()
        let reply = try await client.send(.sample("first"), to: SMTPServer(server))
        #expect(reply == SMTPReply(stage: .message, code: 554, status: "5.7.1", text: "spam or so"))
        #expect(try await client.send(.sample("second"), to: SMTPServer(server)).code == 250)
        let sessions = try await server.sessions()
        #expect(sessions.map(\.mails.count) == [2] && sessions.first?.commands.contains("RSET") == false)
        #expect(try await server.mails().map(\.content) == [Data(SMTPMail.sample("second").content)])
        await client.shutdown()
    }

    @Test func `a server that does not know EHLO is greeted by HELO`() async throws {
        let unknown = MailServerFault(at: .hello, reply: "502 what?", times: 1)
        let server = try await TestMailServer.start(faults: [unknown])
        let client = CurlClient()
        #expect(try await client.send(.sample(), to: SMTPServer(server)).code == 250)
        let session = try #require(try await server.sessions().first)
        #expect(session.commands.prefix(2) == ["EHLO [127.0.0.1]", "HELO [127.0.0.1]"])
        #expect(session.mails.first?.parameters == [])
        await client.shutdown()
    }

    @Test func `a refusal in the middle of a message ends it`() async throws {
        let full = MailServerFault(at: .content, reply: "452 4.3.1 the disk is full", bytes: 100)
        let server = try await TestMailServer.start(faults: [full])
        let client = CurlClient()
        let long = SMTPMail.long
        let reply = try await client.send(long, to: SMTPServer(server))
        #expect(reply == SMTPReply(stage: .message, code: 452, status: "4.3.1", text: "the disk is full"))
        try await eventually { client.openConnections == 0 }
        await client.shutdown()
    }

    /// RFC 6531: no address is changed, and none sent to where it would be garbage.
    @Test func `addresses in other scripts go where they are taken, and are refused elsewhere`() async throws {
        let client = CurlClient()
        let mail = SMTPMail.sample(to: ["ada@example.test", "данило@example.test"])
        let able = try await TestMailServer.start()
        #expect(try await client.send(mail, to: SMTPServer(able)).code == 250)
        let got = try #require(try await able.mails().first)
        #expect(got.recipients == mail.recipients && got.parameters.contains("SMTPUTF8"))
        let unable = try await TestMailServer.start(takesUTF8: false)
        let reply = try await client.send(mail, to: SMTPServer(unable))
        #expect(reply.stage == .recipient(1) && reply.code == 553 && reply.status == "5.6.7")
        var header = SMTPMail.sample()
        header.isInternational = true
        let second = try await client.send(header, to: SMTPServer(unable))
        #expect(second.stage == .sender && second.code == 553 && second.status == "5.6.7")
        // The connection is as good as before.
        #expect(try await client.send(.sample(), to: SMTPServer(unable)).code == 250)
        let sessions = try await unable.sessions()
        #expect(sessions.map(\.mails.count) == [1])
        #expect(sessions.first?.commands.count == 4)
        await client.shutdown()
    }
}
