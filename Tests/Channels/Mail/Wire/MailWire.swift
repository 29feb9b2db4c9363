import FanfareCore
import FanfareCurl
import FanfareMail
import FanfareMemory
import FanfareTesting
import TestPrograms

/// A mail server on loopback and what a channel has to know of it.
struct MailWire {
    struct User: Notifiable {
        var name = "ada"
        var recipientID: RecipientID { RecipientID(name) }
        func routing(for channel: ChannelID) -> Routing { .to(.mail("\(name)@example.org")) }
    }

    struct Letter: Notification, MailRenderable {
        static let type: NotificationType = "letter"
        var message: MailMessage
        func via(_ recipient: some Notifiable) -> [Via<Self>] { [.mail] }
        func mailMessage(for recipient: some Notifiable) -> MailMessage { message }
    }

    let server: TestMailServer

    /// A configuration for this server, and no other.
    func configuration() throws -> MailConfiguration {
        var configuration = MailConfiguration(
            servers: [MailServer(host: "127.0.0.1", port: server.port)],
            sender: try MailAddress("Example Shop <shop@example.com>")
        )
        configuration.trustedCertificates = server.certificateFile
        configuration.hello = "client.example.com"
        return configuration
    }

    /// Gives messages to mailboxes by a channel, one after the other, and tells what became of each.
    func send(
        _ messages: [MailMessage],
        to addresses: [String] = ["ada@example.org"],
        _ configure: (inout MailConfiguration) -> Void = { _ in }
    ) async throws -> [DeliveryOutcome] {
        var configuration = try configuration()
        configure(&configuration)
        let channel = try MailChannel(configuration)
        let source = IdentifierSource()
        var outcomes: [DeliveryOutcome] = []
        for message in messages {
            for address in addresses {
                let context = DeliveryContext(delivery: source.next(), notification: source.next(), type: "letter")
                outcomes.append(try await channel.deliver(message, to: .mail(address), context: context))
            }
        }
        await channel.shutdown()
        return outcomes
    }
}

extension DeliveryOutcome {
    /// Whether it was sent.
    var isSent: Bool { if case .sent = self { true } else { false } }

    /// The code of its reason.
    var code: String? {
        switch self {
        case .sent: nil
        case .retry(_, let reason), .routeGone(_, let reason): reason.code
        case .rejected(let reason), .misconfigured(let reason), .uncertain(let reason): reason.code
        }
    }
}
