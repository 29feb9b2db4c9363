import FanfareCore
import FanfareMail
import FanfareMemory
import FanfareTesting
import Synchronization
import TestFaults
import TestPrograms
import Testing

/// Every fault hits a burst: the real notifier, store, worker and channel, and a mail server on loopback.
@Suite(.serialized) struct MailFaultTests {
    struct Trial: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let faults: [MailServerFault]
        /// Whether a mail may have been taken without an answer.
        var leavesDoubt = false
    }

    static let trials = [
        Trial(testDescription: "nothing", faults: []),
        Trial(
            testDescription: "every third connection is refused",
            faults: [MailServerFault(at: .greeting, reply: "421 4.3.2 too busy", close: .after, times: 20, every: 3)]
        ),
        Trial(
            testDescription: "every fifth sender is put off",
            faults: [MailServerFault(at: .sender, reply: "451 4.3.0 later", times: 300, every: 5)]
        ),
        Trial(
            testDescription: "greylisting",
            faults: [MailServerFault(at: .recipient, reply: "450 4.7.1 greylisted", times: 1000, every: 2)]
        ),
        Trial(
            testDescription: "the server shuts down at RCPT",
            faults: [
                MailServerFault(at: .recipient, reply: "421 4.3.2 shutting down", close: .after, times: 20, every: 50)
            ]
        ),
        Trial(
            testDescription: "connections drop in the middle of messages, which by then are on their way as a whole",
            faults: [MailServerFault(at: .content, bytes: 100, times: 30, every: 40)],
            leavesDoubt: true
        ),
        Trial(
            testDescription: "connections drop before the answer",
            faults: [MailServerFault(at: .message, close: .before, times: 20, every: 60)],
            leavesDoubt: true
        ),
        Trial(
            testDescription: "idle connections are closed",
            faults: [MailServerFault(at: .idle, reply: "421 4.4.2 idle", close: .after, times: 100, every: 10)]
        ),
        Trial(
            testDescription: "silence after the message",
            faults: [MailServerFault(at: .message, silence: true, times: 4, every: 100)],
            leavesDoubt: true
        ),
        Trial(
            testDescription: "messages are put off",
            faults: [MailServerFault(at: .message, reply: "452 4.3.1 no room", times: 300, every: 4)]
        ),
    ]

    @Test(.timeLimit(.minutes(2)), arguments: trials)
    func `everybody is served, and twice only where nobody could know`(trial: Trial) async throws {
        let count = 2000
        let server = try await TestMailServer.start(faults: trial.faults)
        var configuration = try MailWire(server: server).configuration()
        configuration.replyTimeout = .seconds(10)
        configuration.dataReplyTimeout = .seconds(trial.testDescription.hasPrefix("silence") ? 2 : 10)
        let store = MemoryStore()
        let watch = DeliveryWatch(count)
        let retry = RetryPolicy(delays: Array(repeating: .milliseconds(100), count: 100), jitter: 0, maxAttempts: 100)
        let channel = try MailChannel(configuration)
        let channels = try ChannelRegistry([channel], retry: retry)
        let notify = Notifier(store: store, channels: channels)
        let worker = Worker(queue: store, channels: channels, observer: watch)
        let users = (0..<count).map { MailWire.User(name: "user\($0)") }
        let letter = MailWire.Letter(message: MailMessage(subject: "Grüße", text: "Hello.\r\n.\r\n"))
        let receipts = try await notify(users, letter)
        let shutdown = ShutdownSignal()
        async let run: Void = worker.run(until: shutdown)
        await watch.wait()
        shutdown.trigger()
        await run
        await channel.shutdown()

        var deliveries: [Delivery] = []
        for receipt in receipts { deliveries += try #require(await store.notification(receipt.id)).deliveries }
        #expect(deliveries.count == count)
        #expect(deliveries.allSatisfy { $0.state == .sent })
        let mails = try await server.mails()
        await server.stop()
        #expect(mails.allSatisfy { $0.recipients.count == 1 })
        let copies = Dictionary(grouping: mails) { $0.recipients[0] }
        #expect(copies.count == count)
        let extra = copies.values.reduce(0) { $0 + $1.count - 1 }
        #expect(extra <= watch.uncertainAttempts)
        // All copies of a mail are one mail.
        for mails in copies.values where mails.count > 1 { #expect(Set(mails.compactMap(\.messageID)).count == 1) }
        #expect(trial.leavesDoubt == (watch.uncertainAttempts > 0))
    }
}

extension TestMailServer.Mail {
    fileprivate var messageID: Substring? {
        String(decoding: content, as: UTF8.self).split(separator: "\r\n").first { $0.hasPrefix("Message-ID:") }
    }
}
