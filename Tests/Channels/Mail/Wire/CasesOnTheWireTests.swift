import FanfareCore
import FanfareMail
import FanfareMemory
import FanfareTesting
import Foundation
import TestPrograms
import Testing

/// The cases, from the message to a server that nobody here wrote.
@Suite(.timeLimit(.minutes(1)))
struct CasesOnTheWireTests {
    private struct Injections: Decodable {
        let subject, display_name, address: [String]
    }

    private static func fixture<Value: Decodable>(_ name: String) throws -> Value {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appending(path: "Fixtures").appending(path: name)
        return try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
    }

    @Test func `smtp-01: one recipient, one message and no header more, or nothing at all`() async throws {
        let wire = MailWire(server: try await .start())
        let injections: Injections = try Self.fixture("injection_fields.json")
        var sent = 0
        for subject in injections.subject {
            let message = MailMessage(subject: subject, text: "Hello.")
            do { sent += try await wire.send([message]).count } catch { #expect(error is MailMessageError) }
        }
        for name in injections.display_name {
            do {
                let address = try MailAddress(name: name, mailbox: "ada@example.org")
                sent += try await wire.send([MailMessage(subject: "Hi", text: "Hello.")], to: [address.text]).count
            } catch { #expect(error is MailAddressError) }
        }
        for address in injections.address {
            let outcomes = try await wire.send([MailMessage(subject: "Hi", text: "Hello.")], to: [address])
            #expect(outcomes.map(\.code) == ["bad-address"])
        }
        let mails = try await wire.server.mails()
        #expect(mails.count == sent && sent > 0)
        for mail in mails {
            #expect(mail.recipients == ["ada@example.org"])
            let content = String(decoding: mail.content, as: UTF8.self)
            #expect(!content.lowercased().contains("\nbcc:") && !content.contains("body starts here"))
        }
        await wire.server.stop()
    }

    @Test func `smtp-04: lines of dots arrive as they were, one message each`() async throws {
        let wire = MailWire(server: try await .start())
        let bodies: [String] = try Self.fixture("dot_bodies.json")
        let outcomes = try await wire.send(bodies.map { MailMessage(subject: "Dots", text: $0) })
        #expect(outcomes.allSatisfy { $0.isSent })
        let sessions = try await wire.server.sessions()
        let mails = sessions.flatMap(\.mails)
        #expect(mails.count == bodies.count)
        #expect(
            Set(sessions.flatMap(\.commands).map { $0.prefix(4).uppercased() }) == [
                "EHLO", "MAIL", "RCPT", "DATA", "QUIT",
            ]
        )
        await wire.server.stop()
    }

    @Test(arguments: [
        MailServerFault(at: .idle, reply: "421 4.4.2 idle too long", close: .after, times: 1),
        MailServerFault(at: .sender, reply: "451 4.4.2 timeout waiting for data", close: .after, skip: 1, times: 1),
        MailServerFault(at: .idle, close: .after, times: 1),
    ])
    func `smtp-07: a kept connection that the server ends costs no mail`(fault: MailServerFault) async throws {
        let wire = MailWire(server: try await .start(faults: [fault]))
        let message = MailMessage(subject: "Hi", text: "Hello.")
        let outcomes = try await wire.send([message, message])
        #expect(outcomes.allSatisfy { $0.isSent })
        #expect(try await wire.server.mails().count == 2)
        await wire.server.stop()
    }

    @Test(arguments: [1, 8])
    func `smtp-10: each mail has one recipient, in a loop and as a list`(connections: Int) async throws {
        let wire = MailWire(server: try await .start())
        var configuration = try wire.configuration()
        configuration.connections = connections
        let clock = ManualClock()
        let channel = try MailChannel(configuration, clock: clock)
        let pipeline = try Pipeline(store: MemoryStore(clock: clock), channels: [channel], clock: clock)
        let users = ["a", "b", "c"].map { MailWire.User(name: $0) }
        let letter = MailWire.Letter(message: MailMessage(subject: "Hi", text: "Hello."))
        for user in users { try await pipeline.notify(user, letter) }
        try await pipeline.notify(users, letter)
        try await pipeline.deliver()
        await channel.shutdown()
        let mails = try await wire.server.mails()
        #expect(mails.map(\.recipients).sorted { $0[0] < $1[0] } == "aabbcc".map { ["\($0)@example.org"] })
        for mail in mails {
            let content = String(decoding: mail.content, as: UTF8.self)
            let recipient = try #require(mail.recipients.first)
            #expect(content.contains("To: \(recipient)\r\n"))
            for other in users where !recipient.hasPrefix(other.name) {
                #expect(!content.contains("\(other.name)@example.org"))
            }
        }
        await wire.server.stop()
    }

    // Names of hosts are tried in HelloNameTests; this machine's own is one of those that servers refuse, or not.
    @Test func `smtp-13: strict servers are greeted with a name they take`() async throws {
        let wire = MailWire(server: try await .start(strictHello: true))
        let message = MailMessage(subject: "Hi", text: "Hello.")
        var outcomes = try await wire.send([message]) { $0.hello = nil }
        outcomes += try await wire.send([message]) { $0.hello = "mail.example.test" }
        #expect(outcomes.allSatisfy { $0.isSent })
        let names = try await wire.server.sessions().map(\.hello)
        #expect(names.last == "mail.example.test")
        await wire.server.stop()
    }

    @Test func `creds-11: a password with characters that mean something in a URL arrives as it is`() async throws {
        let wire = MailWire(server: try await .start(security: .startTLS))
        let (user, password) = ("shop@example.com", "p@ss:w/o?rd#1%2B+x ü")
        let outcomes = try await wire.send([MailMessage(subject: "Hi", text: "Hello.")]) { configuration in
            configuration.servers = [
                MailServer(host: "localhost", port: wire.server.port, user: user, password: Secret(password))
            ]
        }
        #expect(outcomes.allSatisfy { $0.isSent })
        let sessions = try await wire.server.sessions()
        let login = try #require(sessions.first?.login)
        #expect(String(decoding: login.user, as: UTF8.self) == user)
        #expect(String(decoding: login.secret, as: UTF8.self) == password)
        await wire.server.stop()
    }
}
