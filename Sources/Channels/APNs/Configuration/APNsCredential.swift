public import FanfareCore

/// What lets a server push to one app.
public struct APNsCredential: Hashable, Sendable {
    /// The key that signs.
    public var key: APNsKey
    /// The app's bundle id. Push types with a topic of their own add their suffix.
    public var topic: String
    /// The key for the sandbox, if ``key`` serves production only.
    public var sandboxKey: APNsKey?
    /// The bundle id of builds signed for development, if it is another.
    public var sandboxTopic: String?

    /// Creates a credential.
    public init(key: APNsKey, topic: String, sandboxKey: APNsKey? = nil, sandboxTopic: String? = nil) {
        self.key = key
        self.topic = topic
        self.sandboxKey = sandboxKey
        self.sandboxTopic = sandboxTopic
    }

    /// The key that signs for an environment.
    public func key(for environment: DeviceEnvironment) -> APNsKey {
        environment == .sandbox ? sandboxKey ?? key : key
    }

    /// The app's topic in an environment.
    public func topic(for environment: DeviceEnvironment) -> String {
        environment == .sandbox ? sandboxTopic ?? topic : topic
    }
}
