public import FanfareCore
internal import FanfareCurl

extension MailChannel {
    /// Delivers one message to one mailbox, and with it to those who get a copy.
    public func deliver(
        prepared mail: PreparedMail,
        to route: Route,
        context: DeliveryContext
    ) async throws -> DeliveryOutcome {
        let recipient: MailAddress
        do throws(MailAddressError) {
            recipient = try MailAddress(route.address)
        } catch {
            return .rejected(DeliveryReason("bad-address", detail: "\(error.description); nothing was sent"))
        }
        let messageID = "\(context.delivery)@\(mail.sender.domain)"
        let attempt = MailAttempt(
            mail: try mail.composed(for: recipient, messageID: messageID, date: clock.now),
            messageID: messageID,
            isOwnSender: mail.sender != configuration.sender,
            channel: self
        )
        return try await attempt.outcome()
    }
}
