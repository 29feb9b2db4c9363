import FanfareCore
import FanfareCurl
import FanfareMemory
import FanfareTesting
import Testing

@testable import FanfareMail

/// A server that falls silent after the whole message.
struct UncertainMailTests {
    private struct Ada: Notifiable {
        let recipientID: RecipientID = "ada"
        func routing(for channel: ChannelID) -> Routing { .to(.mail("ada@example.org")) }
    }

    private struct Welcome: Notification, MailRenderable {
        static let type: NotificationType = "welcome"
        func via(_ recipient: some Notifiable) -> [Via<Self>] { [.mail] }
        func mailMessage(for recipient: some Notifiable) -> MailMessage {
            MailMessage(subject: "Welcome", text: "Hello.")
        }
    }

    private let clock = ManualClock()

    private func run(
        _ servers: ScriptedServers,
        _ uncertain: MailConfiguration.Uncertain
    ) async throws -> Delivery {
        let channel = try servers.channel(clock: clock) { $0.uncertain = uncertain }
        let pipeline = try Pipeline(store: MemoryStore(clock: clock), channels: [channel], clock: clock)
        let receipt = try await pipeline.notify(Ada(), Welcome())
        try await pipeline.deliver()
        try await pipeline.advance(by: .seconds(3600), step: .seconds(60))
        let record = try #require(await pipeline.store.notification(receipt.id))
        return try #require(record.deliveries.first)
    }

    @Test func `by default it is sent again, three times at most, under one Message-ID`() async throws {
        let servers = ScriptedServers { _, _ in .failure(.uncertain, .responseTimeout) }
        let delivery = try await run(servers, .retry)
        #expect(delivery.state == .failed)
        #expect(delivery.reason?.contains("uncertain") == true)
        #expect(servers.sent.count == 3)
        let names = servers.sent.map { sent in
            String(decoding: sent.mail.content, as: UTF8.self).split(separator: "\r\n")
                .first { $0.hasPrefix("Message-ID:") }
        }
        #expect(Set(names) == ["Message-ID: <\(delivery.id)@example.com>"])
    }

    @Test func `an answer to a copy ends it`() async throws {
        let servers = ScriptedServers { _, number in number == 1 ? .failure(.uncertain, .connectionLost) : .taken }
        #expect(try await run(servers, .retry).state == .sent)
        #expect(servers.sent.count == 2)
    }

    @Test func `where copies must not be, it fails and says that nobody knows`() async throws {
        let servers = ScriptedServers { _, _ in .failure(.uncertain, .connectionLost) }
        let delivery = try await run(servers, .fail)
        #expect(delivery.state == .failed)
        #expect(delivery.reason?.contains("uncertain") == true)
        #expect(servers.sent.count == 1)
    }
}
