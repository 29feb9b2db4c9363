internal import FanfareCore
import FanfareCurl

/// A configured server, and the connections to it, which are its own so that they can be told apart.
struct MailRelay: Sendable {
    let server: MailServer
    let address: SMTPServer
    let transport: any MailTransport

    /// What came of giving it a mail.
    enum Result: Hashable, Sendable {
        /// It took it or refused it.
        case answered(SMTPReply)
        /// Nothing was sent, and the next server may be tried.
        case unusable(DeliveryReason, isMisconfigured: Bool)
        /// It may have taken it.
        case uncertain(DeliveryReason)
        /// No server would take it.
        case impossible(DeliveryReason)
    }

    /// Gives it a mail, once.
    ///
    /// - Throws: `CancellationError` if nothing was sent because the task was cancelled.
    func send(_ mail: SMTPMail) async throws -> Result {
        do {
            return .answered(try await transport.send(mail, to: address))
        } catch let failure as CurlFailure {
            if failure.code == .invalidRequest { return .impossible(failure.reason) }
            switch failure.kind {
            case .notSent: return .unusable(failure.reason, isMisconfigured: false)
            case .misconfigured: return .unusable(failure.reason, isMisconfigured: true)
            case .uncertain: return .uncertain(failure.reason)
            }
        }
    }
}
