import FanfareCore

/// What the calls of the API work with. A reload replaces the whole.
struct APIServices: Sendable {
    let store: any Store
    let notify: Notifier
    let catalog: NotificationCatalog
    let authenticator: Authenticator
    /// The platforms devices may register for: `apns`, `fcm` and those of the host's own channels.
    let platforms: Set<Platform>
    /// The channels a direct route may name.
    let channels: ChannelRegistry
    let clock: any WallClock
    /// The credentials that are paused, by channel, for `/readyz`.
    let pausedCredentials: @Sendable () -> [ChannelID: [CredentialID]]
    /// The text of `/metrics`.
    let metrics: @Sendable () async -> String
    /// Is told of an error that callers are not shown: what failed, and the pattern of the call's path.
    var failed: @Sendable (_ error: any Error, _ path: String) -> Void = { _, _ in }
}
