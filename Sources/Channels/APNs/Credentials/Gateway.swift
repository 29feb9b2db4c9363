internal import FanfareCore

/// One credential in one environment: what its requests carry, and the connections they take.
final class Gateway: Sendable {
    /// The environment.
    let environment: DeviceEnvironment
    /// The app's bundle id.
    let topic: String
    /// The tokens of the credential's key.
    let tokens: ProviderTokens
    /// The connections to the environment's server that this key alone uses.
    let connections: PushConnections
    let clock: any WallClock
    /// Names the credential in its environment.
    let credential: CredentialID
    /// The same for the app's own topic, which most pushes have.
    private let credentialForTopic: CredentialID

    /// - Parameter name: The credential's name in the configuration.
    init(
        name: CredentialID,
        environment: DeviceEnvironment,
        topic: String,
        tokens: ProviderTokens,
        connections: PushConnections,
        clock: any WallClock
    ) {
        self.environment = environment
        self.topic = topic
        self.tokens = tokens
        self.connections = connections
        self.clock = clock
        credential = environment == .sandbox ? CredentialID(rawValue: name.rawValue + "/sandbox") : name
        credentialForTopic = Self.name(credential, topic)
    }

    /// Names what APNs may refuse apart from everything else: the credential in its environment, for the push's topic.
    func credential(for push: PreparedPush) -> CredentialID {
        push.hasAppTopic ? credentialForTopic : Self.name(credential, topic(of: push))
    }

    /// The topic of a push to the app.
    func topic(of push: PreparedPush) -> String { push.topic(ofApp: topic) }

    private static func name(_ credential: CredentialID, _ topic: String) -> CredentialID {
        CredentialID(rawValue: credential.rawValue + "/" + topic)
    }
}
