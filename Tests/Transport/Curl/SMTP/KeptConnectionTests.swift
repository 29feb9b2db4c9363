import FanfareCore
import FanfareCurl
import Foundation
import TestPrograms
import Testing

/// The case smtp-07, and what belongs to it.
@Suite(.timeLimit(.minutes(1)))
struct KeptConnectionTests {
    @Test func `mails go over one connection, unless a new one is asked for`() async throws {
        let server = try await TestMailServer.start()
        let client = CurlClient()
        for number in 0..<5 {
            #expect(try await client.send(.sample("\(number)"), to: SMTPServer(server)).code == 250)
        }
        #expect(try await server.sessions().map(\.mails.count) == [5])
        #expect(client.openConnections == 1)
        _ = try await client.send(.sample(), to: SMTPServer(server), onNewConnection: true)
        #expect(try await server.sessions().map(\.mails.count) == [5, 1])
        await client.shutdown()
        try await eventually { try await server.sessions().allSatisfy { $0.commands.last == "QUIT" } }
    }

    @Test func `a new connection takes the place of one that nobody needs`() async throws {
        let server = try await TestMailServer.start()
        let client = CurlClient.mailing { $0.smtp.connections = 1 }
        _ = try await client.send(.sample(), to: SMTPServer(server))
        _ = try await client.send(.sample(), to: SMTPServer(server), onNewConnection: true)
        #expect(try await server.sessions().map(\.mails.count) == [1, 1])
        #expect(client.openConnections == 1)
        await client.shutdown()
    }

    @Test func `a connection that nobody needs is closed in good manners`() async throws {
        let server = try await TestMailServer.start()
        let client = CurlClient.mailing { $0.smtp.idleTimeout = .milliseconds(50) }
        _ = try await client.send(.sample(), to: SMTPServer(server))
        try await eventually { client.openConnections == 0 }
        try await eventually { try await server.sessions().first?.commands.last == "QUIT" }
        await client.shutdown()
    }

    @Test(arguments: [MailServerFault.Closing.before, nil])
    func `a server that says goodbye to a kept connection costs no mail`(closing: MailServerFault.Closing?) async throws
    {
        let goodbye = MailServerFault(at: .idle, reply: "421 4.4.2 idle too long", close: closing)
        let server = try await TestMailServer.start(faults: [goodbye])
        let client = CurlClient()
        _ = try await client.send(.sample("first"), to: SMTPServer(server))
        // It is noticed without a mail.
        try await eventually { client.openConnections == 0 }
        _ = try await client.send(.sample("second"), to: SMTPServer(server))
        // These meet it at any moment.
        for number in 0..<20 {
            #expect(try await client.send(.sample("\(number)"), to: SMTPServer(server)).code == 250)
        }
        #expect(try await server.mails().count == 22)
        await client.shutdown()
    }

    @Test(
        arguments: [
            MailServerFault(at: .sender, reply: "451 4.4.2 timeout waiting for data", close: .after, skip: 1, times: 1),
            MailServerFault(at: .sender, reply: "421 closing", close: .after, skip: 1, times: 1),
            MailServerFault(at: .sender, close: .before, skip: 1, times: 1),
            MailServerFault(at: .data, close: .before, skip: 1, times: 1),
        ])
    func `a mail for which a kept connection was at its end goes over a new one, once`(fault: MailServerFault)
        async throws
    {
        let server = try await TestMailServer.start(faults: [fault])
        let client = CurlClient()
        for text in ["first", "second"] {
            #expect(try await client.send(.sample(text), to: SMTPServer(server)).code == 250)
        }
        #expect(try await server.sessions().map(\.mails.count) == [1, 1])
        await client.shutdown()
    }

    @Test func `many mails over connections that end now and then arrive once, or are known not to`() async throws {
        let server = try await TestMailServer.start(faults: [
            MailServerFault(at: .idle, reply: "421 4.4.2 idle", close: .after, every: 4),
            MailServerFault(at: .sender, close: .before, every: 7),
            MailServerFault(at: .recipient, reply: "450 4.2.1 busy", every: 11),
            MailServerFault(at: .message, close: .before, every: 9),
        ])
        let client = CurlClient.mailing { $0.smtp.connections = 6 }
        let outcomes = await withTaskGroup(of: (SMTPMail, Result<SMTPReply, any Error>).self) { group in
            for number in 0..<300 {
                group.addTask {
                    let mail = SMTPMail.sample("number \(number)")
                    do { return (mail, .success(try await client.send(mail, to: SMTPServer(server)))) } catch {
                        return (mail, .failure(error))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let taken = try await server.mails().map(\.content)
        #expect(Set(taken).count == taken.count)
        var kinds: Set<CurlFailure.Kind?> = []
        for (mail, outcome) in outcomes {
            let isTaken = taken.contains(Data(mail.content))
            switch outcome {
            case .success(let reply): #expect(isTaken == (reply.code == 250))
            case .failure(let error):
                let kind = (error as? CurlFailure)?.kind
                kinds.insert(kind)
                #expect(isTaken == (kind == .uncertain))
            }
        }
        #expect(kinds == [.notSent, .uncertain])
        #expect(try await server.sessions().count > 6)
        await client.shutdown()
    }

    @Test func `a new connection at its end is not replaced, nor one with another reason`() async throws {
        let client = CurlClient()
        let closing = try await TestMailServer.start(faults: [
            MailServerFault(at: .sender, reply: "421 4.4.2 go away", close: .after)
        ])
        #expect(try await client.send(.sample(), to: SMTPServer(closing)).code == 421)
        #expect(try await closing.sessions().count == 1)
        let grey = try await TestMailServer.start(faults: [
            MailServerFault(at: .recipient, reply: "451 4.7.1 greylisted", skip: 1)
        ])
        #expect(try await client.send(.sample(), to: SMTPServer(grey)).code == 250)
        #expect(try await client.send(.sample(), to: SMTPServer(grey)).code == 451)
        #expect(try await grey.sessions().count == 1)
        await client.shutdown()
    }
}
