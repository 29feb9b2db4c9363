public import FanfareCore

extension Route {
    /// A mailbox, such as `ada@example.com` or `Ada Lovelace <ada@example.com>`.
    public static func mail(_ address: String) -> Route { Route(channel: .mail, address: address) }
}
