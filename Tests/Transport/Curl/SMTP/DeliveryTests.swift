import FanfareCore
import FanfareCurl
import Foundation
import TestPrograms
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DeliveryTests {
    @Test func `a mail arrives as it is, with its envelope`() async throws {
        let server = try await TestMailServer.start()
        let client = CurlClient()
        let mail = SMTPMail.sample(to: ["ada@example.test", "bob+shop@example.test"])
        let reply = try await client.send(mail, to: SMTPServer(server))
        #expect(reply == SMTPReply(stage: .message, code: 250, status: "2.0.0", text: "taken as number 1"))
        let sessions = try await server.sessions()
        #expect(sessions.count == 1 && sessions.first?.hello == "[127.0.0.1]")
        let got = try #require(sessions.first?.mails.first)
        #expect(got.sender == mail.sender && got.recipients == mail.recipients)
        #expect(got.content == Data(mail.content))
        #expect(got.parameters == ["SIZE=\(mail.content.count)"])
        await client.shutdown()
        #expect(client.openConnections == 0)
    }

    @Test func `a mail without a sender, with bytes above 127 and without an end of line arrives`() async throws {
        let server = try await TestMailServer.start()
        let client = CurlClient()
        let content = "Subject: x\r\n\r\nGrüße"
        let mail = SMTPMail(sender: "", recipients: ["ada@example.test"], content: Array(content.utf8))
        #expect(try await client.send(mail, to: SMTPServer(server)).code == 250)
        let got = try #require(try await server.mails().first)
        #expect(got.sender == "" && got.content == Data((content + "\r\n").utf8))
        #expect(got.parameters == ["SIZE=\(content.utf8.count)", "BODY=8BITMIME"])
        await client.shutdown()
    }

    /// The case smtp-04.
    @Test func `lines that begin with a dot arrive as they are, each in one mail`() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/dot_bodies.json")
        var bodies = try JSONDecoder().decode([String].self, from: Data(contentsOf: file)).map { body in
            String(decoding: body.utf8.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        }
        // Longer than what is written at once, with a dot wherever one may fall.
        for length in 0..<4 {
            bodies.append(String(repeating: "x", count: length) + String(repeating: "\r\n.\r\n..", count: 30_000))
        }
        let server = try await TestMailServer.start()
        let client = CurlClient()
        for body in bodies {
            let mail = SMTPMail(sender: "", recipients: ["ada@example.test"], content: Array(body.utf8))
            #expect(try await client.send(mail, to: SMTPServer(server)).code == 250)
        }
        let sessions = try await server.sessions()
        #expect(sessions.count == 1)
        let expected = bodies.map { Data(($0.utf8.suffix(2).elementsEqual("\r\n".utf8) ? $0 : $0 + "\r\n").utf8) }
        // Compared outside of the macro, which would look for the differences of so many bytes for minutes.
        let areSame = sessions.first?.mails.map(\.content) == expected
        #expect(areSame)
        let verbs = Set(sessions.first?.commands.map { String($0.prefix(4)) } ?? [])
        #expect(verbs == ["EHLO", "MAIL", "RCPT", "DATA"])
        await client.shutdown()
    }

    @Test func `mails wait for a connection as long as it takes, and share those there may be`() async throws {
        let server = try await TestMailServer.start(faults: [MailServerFault(at: .message, delay: 200)])
        let client = CurlClient.mailing {
            $0.smtp.connections = 2
            // Longer than one mail takes, and shorter than the last one waits.
            $0.smtp.mailTimeout = .seconds(3)
        }
        try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                group.addTask {
                    let reply = try await client.send(.sample("number \(number)"), to: SMTPServer(server))
                    #expect(reply.code == 250)
                }
            }
            try await group.waitForAll()
        }
        let sessions = try await server.sessions()
        #expect(sessions.count == 2)
        #expect(Set(sessions.flatMap(\.mails).map(\.content)).count == 40)
        #expect(client.openConnections == 2)
        await client.shutdown()
    }

    @Test func `a mail server that does not answer holds up nobody else`() async throws {
        let mute = try await TestMailServer.start(faults: [MailServerFault(at: .message, silence: true)])
        let other = try await TestMailServer.start(faults: [MailServerFault(at: .quit, silence: true)])
        let web = try await PythonServer()
        let client = CurlClient.mailing { $0.smtp.idleTimeout = .zero }
        let slow = Task { try await client.failure(.sample(), to: SMTPServer(mute)) }
        try await eventually { try await mute.mails().count == 1 }
        let start = ContinuousClock.now
        for _ in 0..<5 {
            #expect(try await client.send(.sample(), to: SMTPServer(other)).code == 250)
            #expect(try await client.send(CurlRequest(url: try web.url("/echo"))).status == 200)
        }
        #expect(start.duration(to: .now) < .seconds(10))
        await client.shutdown()
        #expect(try await slow.value == CurlFailure(.uncertain, .shuttingDown))
        #expect(try await client.failure(.sample(), to: SMTPServer(other)) == CurlFailure(.notSent, .shuttingDown))
    }

    @Test func `a server is reached by its address of either kind`() async throws {
        let server = try await TestMailServer.start(address: "::1")
        let client = CurlClient()
        let address = SMTPServer(host: "::1", port: server.port, security: .none)
        #expect(try await client.send(.sample(), to: address).code == 250)
        await client.shutdown()
    }
}
