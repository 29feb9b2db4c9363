internal import FanfareCore

/// One credential in one environment: what its requests carry, and the connections they take.
struct Gateway: Sendable {
    /// The name of the credential in the configuration.
    let name: CredentialID
    /// The environment.
    let environment: DeviceEnvironment
    /// The app's bundle id.
    let topic: String
    /// The tokens of the credential's key.
    let tokens: ProviderTokens
    /// The connections to the environment's server that this key alone uses.
    let pool: any PushPool
}

extension Gateway {
    /// Names what APNs may refuse apart from everything else: the credential's key in its environment, for one topic.
    func credential(forTopic topic: String) -> CredentialID {
        CredentialID(rawValue: credential.rawValue + "/" + topic)
    }

    /// Names the credential's key in its environment.
    var credential: CredentialID {
        environment == .sandbox ? CredentialID(rawValue: name.rawValue + "/sandbox") : name
    }

    /// The topic of a push to the app.
    func topic(of push: PreparedPush) -> String { push.topic ?? push.pushType.topic(ofApp: topic) }
}
