import FanfareCore
import FanfareCurl
import FanfareMemory
import FanfareTesting
import Testing

@testable import FanfareMail

struct MailChannelTests {
    private let clock = ManualClock()
    private let message = MailMessage(subject: "Order #7 shipped", text: "Arriving tomorrow.")
    private let ada = Route.mail("Ada Lovelace <ada@example.org>")

    private func outcome(of servers: ScriptedServers, at hosts: [String] = ["one"]) async throws -> DeliveryOutcome {
        let channel = try servers.channel(hosts, clock: clock)
        return try await channel.deliver(message, to: ada, context: context())
    }

    private func context() -> DeliveryContext {
        let source = IdentifierSource()
        return DeliveryContext(delivery: source.next(), notification: source.next(), type: "order.shipped")
    }

    @Test(arguments: ChannelContract.allCases)
    func `it keeps the contract of channels`(_ requirement: ChannelContract) async throws {
        let specimen = ChannelSpecimen(message: message, routes: [ada, .mail("b@example.org")]) {
            try ScriptedServers { _, number in
                number == 1 ? .taken : .reply(.recipient(0), 550, "5.1.1")
            }.channel()
        }
        try await requirement.verify(specimen)
    }

    @Test func `a mail goes to its mailbox alone, under a name made of the delivery's`() async throws {
        let servers = ScriptedServers { _, _ in .taken }
        let channel = try servers.channel()
        let context = context()
        let outcome = try await channel.deliver(message, to: ada, context: context)
        #expect(outcome == .sent(providerID: "\(context.delivery)@example.com"))
        let mail = try #require(servers.sent.first?.mail)
        #expect(mail.recipients == ["ada@example.org"])
        #expect(mail.sender == "shop@example.com")
        let content = String(decoding: mail.content, as: UTF8.self)
        #expect(content.contains("Message-ID: <\(context.delivery)@example.com>\r\n"))
        #expect(content.contains("To: Ada Lovelace <ada@example.org>\r\n"))
    }

    @Test func `each reaction has its outcome`() async throws {
        func outcome(_ stage: SMTPStage, _ code: Int, _ status: String?) async throws -> DeliveryOutcome {
            try await self.outcome(of: ScriptedServers { _, _ in .reply(stage, code, status) })
        }
        guard case .retry(nil, let later) = try await outcome(.recipient(0), 450, "4.7.1") else { return fail() }
        #expect(later.code == "try-later")
        guard case .routeGone(nil, let gone) = try await outcome(.recipient(0), 550, "5.1.1") else { return fail() }
        #expect(gone.code == "mailbox-unknown")
        guard case .rejected(let spam) = try await outcome(.message, 554, "5.7.1") else { return fail() }
        #expect(spam.code == "mail-refused")
        guard case .misconfigured(let login) = try await outcome(.login, 535, "5.7.8") else { return fail() }
        #expect(login.code == "login-refused")
        guard case .misconfigured(let sender) = try await outcome(.sender, 553, nil) else { return fail() }
        #expect(sender.code == "sender-refused")
        await #expect { _ = try await outcome(.greeting, 421, nil) } throws: {
            ($0 as? NotSent)?.reason.code == "server-unavailable"
        }
    }

    private func fail() { Issue.record("another outcome") }

    @Test func `each failure has its outcome`() async throws {
        func outcome(_ kind: CurlFailure.Kind, _ code: CurlFailureCode) async throws -> DeliveryOutcome {
            try await self.outcome(of: ScriptedServers { _, _ in .failure(kind, code) })
        }
        #expect(try await outcome(.uncertain, .connectionLost) == .uncertain(DeliveryReason("connection-lost")))
        #expect(try await outcome(.misconfigured, .untrustedPeer) == .misconfigured(DeliveryReason("untrusted-peer")))
        #expect(try await outcome(.misconfigured, .invalidRequest) == .rejected(DeliveryReason("invalid-request")))
        await #expect(throws: NotSent(DeliveryReason("connect-failed"))) {
            _ = try await outcome(.notSent, .connectFailed)
        }
        await #expect(throws: CancellationError.self) {
            _ = try await self.outcome(of: ScriptedServers { _, _ in .cancelled })
        }
    }

    @Test func `an address of a call is read as one`() throws {
        let channel = try ScriptedServers { _, _ in .taken }.channel()
        #expect(try channel.address(from: " Ada  Lovelace <ada@EXAMPLE.org> ") == "Ada Lovelace <ada@example.org>")
        #expect(try channel.address(from: "данило@bücher.example") == "данило@xn--bcher-kva.example")
        for text in ["", "ada", "a@b.example, c@d.example", "a@b.example\r\nRCPT TO:<c@d.example>"] {
            #expect(throws: MailAddressError.self) { try channel.address(from: text) }
        }
    }

    @Test func `what no mailbox can be is refused without asking a server`() async throws {
        let servers = ScriptedServers { _, _ in .taken }
        let channel = try servers.channel()
        for address in ["", "ada", "ada@", "a@b\r\nRCPT TO:<c@d>", "ada@example.org, bob@example.org"] {
            let outcome = try await channel.deliver(message, to: .mail(address), context: context())
            guard case .rejected(let reason) = outcome else { return fail() }
            #expect(reason.code == "bad-address")
        }
        #expect(servers.sent.isEmpty)
    }

    @Test func `copies go in one transaction with the mail`() async throws {
        let servers = ScriptedServers { _, _ in .taken }
        var message = message
        message.cc = [try MailAddress("office@example.org")]
        message.bcc = [try MailAddress("archive@example.org"), try MailAddress("ada@example.org")]
        _ = try await servers.channel().deliver(message, to: ada, context: context())
        #expect(
            servers.sent.map(\.mail.recipients) == [["ada@example.org", "office@example.org", "archive@example.org"]]
        )
    }

    @Test func `the next server gets what the first cannot take, and the first is left alone`() async throws {
        let servers = ScriptedServers { host, _ in host == "two" ? .taken : .failure(.notSent, .connectFailed) }
        let channel = try servers.channel(["one", "two", "three"], clock: clock)
        for _ in 0..<3 { _ = try await channel.deliver(message, to: ada, context: context()) }
        #expect(servers.hosts == ["one", "two", "two", "two"])
        clock.advance(by: .seconds(5))
        _ = try await channel.deliver(message, to: ada, context: context())
        #expect(servers.hosts.suffix(2) == ["one", "two"])
    }

    @Test func `a mail that was refused for what it is goes to no other server`() async throws {
        let servers = ScriptedServers { _, _ in .reply(.message, 554, "5.7.1") }
        _ = try await outcome(of: servers, at: ["one", "two"])
        let uncertain = ScriptedServers { _, _ in .failure(.uncertain, .connectionLost) }
        _ = try await outcome(of: uncertain, at: ["one", "two"])
        #expect(servers.hosts == ["one"] && uncertain.hosts == ["one"])
    }

    @Test func `only when no server is of use and none will be by itself, somebody has to mend it`() async throws {
        let refused = ScriptedServers { host, _ in
            host == "one" ? .reply(.login, 535, nil) : .failure(.notSent, .connectTimeout)
        }
        await #expect(throws: NotSent(DeliveryReason("connect-timeout"))) {
            _ = try await outcome(of: refused, at: ["one", "two"])
        }
        let wrong = ScriptedServers { _, _ in .reply(.login, 535, nil) }
        guard case .misconfigured = try await outcome(of: wrong, at: ["one", "two"]) else { return fail() }
        #expect(wrong.hosts == ["one", "two"])
    }

    @Test func `servers are not tried for longer than a delivery can be held`() async throws {
        let clock = clock
        let servers = ScriptedServers { _, _ in
            clock.advance(by: .seconds(100))
            return .failure(.notSent, .responseTimeout)
        }
        let channel = try servers.channel(["one", "two", "three"], clock: clock)
        await #expect(throws: NotSent(DeliveryReason("response-timeout"))) {
            _ = try await channel.deliver(message, to: ada, context: context())
        }
        #expect(servers.hosts == ["one", "two"])
    }

    @Test func `while all servers rest, nothing is tried and the delivery told when`() async throws {
        let servers = ScriptedServers { _, _ in .failure(.notSent, .connectFailed) }
        let channel = try servers.channel(clock: clock)
        _ = try? await channel.deliver(message, to: ada, context: context())
        clock.advance(by: .seconds(2))
        await #expect {
            _ = try await channel.deliver(message, to: ada, context: context())
        } throws: {
            ($0 as? NotSent)?.after == .seconds(3)
        }
        #expect(servers.sent.count == 1)
    }

    @Test func `a mailbox that a server does not know is set aside, like any device`() async throws {
        struct Ada: Notifiable { let recipientID: RecipientID = "ada" }
        let servers = ScriptedServers { _, _ in .reply(.recipient(0), 550, "5.1.1") }
        let pipeline = try Pipeline(
            store: MemoryStore(clock: clock),
            channels: [servers.channel(clock: clock)],
            clock: clock
        )
        let device = try await pipeline.register("ada@example.org", on: "mail", for: Ada())
        clock.advance(by: .seconds(1))
        for _ in 0..<2 {
            try await pipeline.notify(Ada(), Letter(message: message))
            try await pipeline.deliver()
        }
        let kept = try #require(await pipeline.store.device(device))
        #expect(kept.invalidReason == "mailbox-unknown" && kept.invalidatedAt != nil)
        #expect(servers.sent.count == 1)
    }

    private struct Letter: Notification, MailRenderable {
        static let type: NotificationType = "letter"
        var message: MailMessage
        func via(_ recipient: some Notifiable) -> [Via<Self>] { [.mail] }
        func mailMessage(for recipient: some Notifiable) -> MailMessage { message }
    }

    @Test func `an address in another script is one for servers that take those`() async throws {
        let servers = ScriptedServers { _, _ in .taken }
        var message = message
        message.replyTo = [try MailAddress("данило@example.test")]
        _ = try await servers.channel().deliver(message, to: ada, context: context())
        #expect(servers.sent.first?.mail.isInternational == true)
    }

    @Test func `a configuration that cannot be used makes no channel`() throws {
        let servers = ScriptedServers { _, _ in .taken }
        #expect(throws: MailConfigurationError.self) { _ = try servers.channel([]) }
        #expect {
            _ = try servers.channel {
                $0.dkim = DKIMCredential(domain: "example.com", selector: "s", key: Secret("no key"))
            }
        } throws: {
            ($0 as? MailConfigurationError)?.field == "dkim.key"
        }
    }
}
