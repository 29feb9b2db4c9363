import FanfareCore

/// What a host is composed of.
struct PluginSet: Sendable {
    /// The channels its configuration may list.
    let channels: [any ChannelPlugin]
    /// The stores its configuration may name.
    let stores: [any StorePlugin]
    /// Notifications written in Swift.
    let notifications: [HostNotification]

    /// The store plug-in for a URL's scheme.
    func store(for scheme: String) -> (any StorePlugin)? { stores.first { $0.schemes.contains(scheme) } }
}
