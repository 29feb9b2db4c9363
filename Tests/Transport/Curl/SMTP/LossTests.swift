import FanfareCore
import FanfareCurl
import Foundation
import TestPrograms
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LossTests {
    private static let beforeMessage: [MailServerFault.Stage] = [.greeting, .hello, .sender, .recipient, .data]

    @Test func `a connection that ends before the message leaves it unsent`() async throws {
        let server = try await TestMailServer.start()
        let client = CurlClient()
        for stage in Self.beforeMessage {
            try await server.setFaults([MailServerFault(at: stage, close: .before)])
            let failure = try await client.failure(.sample(), to: SMTPServer(server))
            #expect(failure == CurlFailure(.notSent, .connectionLost), "\(stage)")
        }
        #expect(try await server.sessions().count == Self.beforeMessage.count)
        await client.shutdown()
    }

    @Test func `a connection that ends in the middle of a message leaves it unsent`() async throws {
        let server = try await TestMailServer.start(faults: [MailServerFault(at: .content, bytes: 100)])
        let client = CurlClient()
        let long = SMTPMail.long
        #expect(try await client.failure(long, to: SMTPServer(server)) == CurlFailure(.notSent, .connectionLost))
        await client.shutdown()
    }

    @Test func `a connection that ends after the message leaves it uncertain, and sent once`() async throws {
        let server = try await TestMailServer.start(faults: [MailServerFault(at: .message, close: .before, skip: 1)])
        let client = CurlClient()
        #expect(try await client.send(.sample("first"), to: SMTPServer(server)).code == 250)
        let failure = try await client.failure(.sample("second"), to: SMTPServer(server))
        #expect(failure == CurlFailure(.uncertain, .connectionLost))
        let sessions = try await server.sessions()
        #expect(sessions.map(\.mails.count) == [2])
        await client.shutdown()
    }

    @Test func `a reply that does not come in time leaves a mail unsent`() async throws {
        let server = try await TestMailServer.start()
        let client = CurlClient.mailing { $0.smtp.replyTimeout = .milliseconds(300) }
        for stage in Self.beforeMessage {
            try await server.setFaults([MailServerFault(at: stage, silence: true)])
            let failure = try await client.failure(.sample(), to: SMTPServer(server))
            #expect(failure == CurlFailure(.notSent, .responseTimeout), "\(stage)")
            #expect(client.openConnections == 0)
        }
        #expect(try await server.mails().isEmpty)
        await client.shutdown()
    }

    @Test func `a mail that gets no connection in time is unsent, and the one before it undisturbed`() async throws {
        let fault = MailServerFault(at: .message, delay: 2000, times: 1)
        let server = try await TestMailServer.start(faults: [fault])
        let client = CurlClient.mailing {
            $0.smtp.connections = 1
            $0.smtp.waitTimeout = .milliseconds(500)
        }
        async let first = client.send(.sample("first"), to: SMTPServer(server))
        try await eventually { client.openConnections == 1 }
        let failure = try await client.failure(.sample("second"), to: SMTPServer(server))
        #expect(failure == CurlFailure(.notSent, .waitTimeout))
        #expect(try await first.code == 250)
        #expect(try await client.send(.sample("third"), to: SMTPServer(server)).code == 250)
        #expect(try await server.mails().count == 2)
        await client.shutdown()
    }

    @Test func `a reply to the message that does not come in time leaves it uncertain`() async throws {
        let server = try await TestMailServer.start(faults: [MailServerFault(at: .message, silence: true)])
        let client = CurlClient.mailing { $0.smtp.dataReplyTimeout = .milliseconds(300) }
        let failure = try await client.failure(.sample(), to: SMTPServer(server))
        #expect(failure == CurlFailure(.uncertain, .responseTimeout))
        #expect(try await server.mails().count == 1)
        await client.shutdown()
    }

    @Test func `each reply has its own time, and the mail as a whole has one too`() async throws {
        // The greeting takes longer than connecting may.
        let slow = Self.beforeMessage.map { MailServerFault(at: $0, delay: $0 == .greeting ? 1500 : 200) }
        let server = try await TestMailServer.start(faults: slow)
        let patient = CurlClient.mailing {
            $0.connectTimeout = .seconds(1)
            $0.smtp.replyTimeout = .seconds(2)
        }
        let mail = SMTPMail.sample(to: (0..<5).map { "number\($0)@example.test" })
        #expect(try await patient.send(mail, to: SMTPServer(server)).code == 250)
        await patient.shutdown()
        let impatient = CurlClient.mailing { $0.smtp.mailTimeout = .milliseconds(500) }
        let failure = try await impatient.failure(mail, to: SMTPServer(server))
        #expect(failure == CurlFailure(.notSent, .responseTimeout))
        await impatient.shutdown()
    }

    @Test func `a server that takes no more of a message has its time for that too`() async throws {
        let full = MailServerFault(at: .content, silence: true)
        let server = try await TestMailServer.start(faults: [full])
        let client = CurlClient.mailing { $0.smtp.replyTimeout = .milliseconds(500) }
        let long = SMTPMail.long
        #expect(try await client.failure(long, to: SMTPServer(server)) == CurlFailure(.notSent, .responseTimeout))
        await client.shutdown()
    }

    private static let nonsense: [(MailServerFault.Stage, String)] = [
        (.greeting, "SSH-2.0-OpenSSH_9.2\r\n"), (.hello, "250-a\r\n220 b\r\n"), (.sender, "354 go on\r\n"),
        (.sender, "250 OK\r\n250 OK\r\n250 OK\r\n"), (.sender, "250 OK\r\n25"), (.recipient, "OK\r\n"),
        (.data, "250 OK\r\n"), (.data, "354 go on\r\n250 taken already\r\n"), (.sender, "25\r\n"),
        (.sender, "2500 OK\r\n"),
    ]

    @Test func `what is no reply, or one to nothing, leaves a mail unsent`() async throws {
        let server = try await TestMailServer.start()
        let client = CurlClient()
        for (stage, words) in Self.nonsense {
            try await server.setFaults([MailServerFault(at: stage, raw: words)])
            // What comes after 354 must come before all of the message is written.
            let mail = words.hasPrefix("354 go on\r\n250") ? SMTPMail.long : .sample()
            let failure = try await client.failure(mail, to: SMTPServer(server))
            #expect(failure == CurlFailure(.notSent, .protocolError), "\(words)")
        }
        await client.shutdown()
    }

    @Test func `what is no reply to the message leaves it uncertain`() async throws {
        let server = try await TestMailServer.start(faults: [MailServerFault(at: .message, raw: "thanks!\r\n")])
        let client = CurlClient()
        #expect(try await client.failure(.sample(), to: SMTPServer(server)) == CurlFailure(.uncertain, .protocolError))
        await client.shutdown()
    }

    @Test func `a reply that never ends is cut off`() async throws {
        let server = try await TestMailServer.start()
        let client = CurlClient()
        for stage in [MailServerFault.Stage.greeting, .hello, .sender] {
            try await server.setFaults([MailServerFault(at: stage, endless: true)])
            let failure = try await client.failure(.sample(), to: SMTPServer(server))
            // The library itself takes only so much after EHLO, and says then that nothing came.
            #expect(failure?.kind == .notSent && [.protocolError, .connectionLost].contains(failure?.code))
        }
        await client.shutdown()
    }

    @Test func `a server that is not there leaves a mail unsent`() async throws {
        let client = CurlClient.mailing { $0.connectTimeout = .milliseconds(300) }
        let nobody = SMTPServer(host: "127.0.0.1", port: Int(try FreePort.find()), security: .none)
        let refused = try #require(try await client.failure(.sample(), to: nobody))
        #expect(refused.kind == .notSent && refused.code == .connectFailed)
        // No such name can exist (RFC 6761, 6.4).
        let nowhere = SMTPServer(host: "nobody.invalid", port: 25, security: .none)
        let unknown = try #require(try await client.failure(.sample(), to: nowhere))
        #expect(unknown.kind == .notSent && [.resolveFailed, .connectTimeout].contains(unknown.code))
        let web = try await PythonServer()
        let mute = SMTPServer(host: "127.0.0.1", port: try #require(Int(web.mutePort)), security: .implicit)
        #expect(try await client.failure(.sample(), to: mute) == CurlFailure(.notSent, .connectTimeout))
        #expect(client.openConnections == 0)
        await client.shutdown()
    }

    @Test(arguments: [MailServerFault.Stage.greeting, .sender, .data])
    func `cancelling ends a mail without a trace before the message`(stage: MailServerFault.Stage) async throws {
        let server = try await TestMailServer.start(faults: [MailServerFault(at: stage, silence: true)])
        let client = CurlClient()
        let sending = Task { try await client.send(.sample(), to: SMTPServer(server)) }
        let verb = [.greeting: "", .sender: "MAIL", .data: "DATA"][stage] ?? ""
        try await eventually {
            let commands = try await server.sessions().first?.commands
            return commands?.last?.hasPrefix(verb) ?? (commands != nil && verb.isEmpty)
        }
        sending.cancel()
        await #expect(throws: CancellationError.self) { try await sending.value }
        try await eventually { client.openConnections == 0 }
        #expect(try await server.mails().isEmpty)
        await client.shutdown()
    }

    @Test func `cancelling a mail after the message leaves it uncertain; one that waits was never sent`() async throws {
        let server = try await TestMailServer.start(faults: [MailServerFault(at: .message, silence: true)])
        let client = CurlClient.mailing { $0.smtp.connections = 1 }
        let sending = Task { try await client.failure(.sample("first"), to: SMTPServer(server)) }
        try await eventually { try await server.mails().count == 1 }
        let waiting = Task { try await client.failure(.sample("second"), to: SMTPServer(server)) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        sending.cancel()
        #expect(try await sending.value == CurlFailure(.uncertain, .cancelled))
        try await eventually { client.openConnections == 0 }
        #expect(try await server.mails().count == 1)
        await client.shutdown()
    }
}
