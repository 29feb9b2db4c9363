internal import FanfareCore
internal import FanfareCurl
import Synchronization

/// One delivery's way from server to server.
struct MailAttempt {
    let mail: SMTPMail
    let messageID: String
    /// Whether the message names its sender itself.
    let isOwnSender: Bool
    let channel: MailChannel

    /// How long servers are tried: the lease of a delivery is not renewed for ever, and one mail at one server takes minutes if
    /// the server is slow enough.
    private static let patience: Duration = .seconds(120)

    /// Gives the mail to servers until one of them has decided about it.
    ///
    /// - Throws: `NotSent` if no server was of use.
    func outcome() async throws -> DeliveryOutcome {
        let start = channel.clock.now
        var tried: Set<Int> = []
        // Why a server could not be used, and why one has to be mended.
        var failure: DeliveryReason?
        var fault: DeliveryReason?
        while true {
            let now = channel.clock.now
            if start.duration(to: now) > Self.patience, let reason = failure ?? fault { throw NotSent(reason) }
            switch channel.rotation.withLock({ $0.choose(after: tried, at: now) }) {
            case .none(let wait):
                // A server that works tomorrow is worth more than one that somebody has to mend.
                if let failure { throw NotSent(failure) }
                if let fault { return .misconfigured(fault) }
                throw NotSent(.serversBusy, after: wait)
            case .server(let index):
                tried.insert(index)
                switch try await attempt(at: index) {
                case .decided(let outcome): return outcome
                case .failed(let reason): failure = reason
                case .misconfigured(let reason): fault = reason
                }
            }
        }
    }

    private enum Step {
        case decided(DeliveryOutcome)
        case failed(DeliveryReason)
        case misconfigured(DeliveryReason)
    }

    private func attempt(at index: Int) async throws -> Step {
        let relay = channel.relays[index]
        switch try await relay.send(mail) {
        case .uncertain(let reason): return .decided(.uncertain(reason))
        case .impossible(let reason): return .decided(.rejected(reason))
        case .unusable(let reason, let isMisconfigured):
            rest(index)
            return isMisconfigured ? .misconfigured(reason) : .failed(reason)
        case .answered(let reply):
            guard let refusal = MailRefusal(reply, isOwnSender: isOwnSender) else {
                channel.rotation.withLock { $0.worked(index) }
                return .decided(.sent(providerID: messageID))
            }
            let reason = DeliveryReason(refusal.code, reply, from: relay.server, about: mail.recipients + [mail.sender])
            return step(refusal.reaction, reason, index)
        }
    }

    private func step(_ reaction: MailReaction, _ reason: DeliveryReason, _ index: Int) -> Step {
        let isOfUse = reaction != .nextServer && reaction != .mendServer
        if isOfUse { channel.rotation.withLock { $0.worked(index) } } else { rest(index) }
        return switch reaction {
        case .nextServer: .failed(reason)
        case .mendServer: .misconfigured(reason)
        case .mendSender: .decided(.misconfigured(reason))
        case .retry: .decided(.retry(reason))
        case .mailboxGone: .decided(.routeGone(reason))
        case .giveUp: .decided(.rejected(reason))
        }
    }

    /// Leaves a server alone for a while. With no other one, the delivery itself is put off, and comes back to see.
    private func rest(_ index: Int) {
        let now = channel.clock.now
        channel.rotation.withLock { $0.failed(index, at: now) }
    }
}

extension DeliveryReason {
    fileprivate static let serversBusy = DeliveryReason(
        "servers-busy",
        detail: "each server rests after a failure, or has had its mails for this minute"
    )
}
