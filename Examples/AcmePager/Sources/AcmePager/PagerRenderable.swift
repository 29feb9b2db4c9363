import FanfareCore

/// A notification that can be read on a pager.
public protocol PagerRenderable: Notification {
    /// What the pager shows.
    func pagerMessage(for recipient: some Notifiable) async throws -> PagerMessage
}

extension Via where Subject: PagerRenderable {
    /// To the recipient's pager.
    public static var pager: Self {
        Via(.pager) { notification, recipient in try await notification.pagerMessage(for: recipient) }
    }
}

extension Via {
    /// Says what is missing.
    @available(*, unavailable, message: "to send to a pager, make the notification PagerRenderable")
    public static var pager: Self { Via("pager", combining: []) }
}

extension ChannelID {
    /// Acme's pagers.
    public static let pager: ChannelID = "acme.pager"
}

extension Route {
    /// To a pager's number.
    public static func pager(_ number: String) -> Route { Route(channel: .pager, address: number) }
}
