internal import FanfareCore

/// One credential: what its requests carry, and the connections they take.
final class Gateway: Sendable {
    /// The path that messages are posted to.
    let path: String
    /// The account's access tokens.
    let tokens: AccessTokens
    /// The connections to FCM that this account alone uses.
    let pool: any FCMPool
    /// Names the credential.
    let credential: CredentialID
    /// Names it for the devices that Firebase reaches by another service, Apple's or a browser's, which can fail alone.
    let thirdPartyCredential: CredentialID

    /// - Parameter name: The credential's name in the configuration.
    init(name: CredentialID, projectID: String, tokens: AccessTokens, pool: any FCMPool) {
        credential = name
        thirdPartyCredential = CredentialID(rawValue: name.rawValue + "/third-party")
        path = "/v1/projects/\(projectID)/messages:send"
        self.tokens = tokens
        self.pool = pool
    }
}
