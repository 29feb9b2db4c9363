public import FanfareCore
public import FoundationEssentials

/// What lets a server push to the apps of one Firebase project.
public struct FCMServiceAccount: Hashable, Sendable {
    /// The Firebase project's id.
    public var projectID: String
    /// The account's name, which has the form of an address.
    public var clientEmail: String
    /// The account's RSA key in PEM. It is read when a channel is made of it.
    public var privateKey: Secret<String>
    /// The key's id.
    public var privateKeyID: String?
    /// Where access tokens are to be had.
    public var tokenURI: URL

    /// Describes an account.
    public init(
        projectID: String,
        clientEmail: String,
        privateKey: Secret<String>,
        privateKeyID: String? = nil,
        tokenURI: URL
    ) {
        self.projectID = projectID
        self.clientEmail = clientEmail
        self.privateKey = privateKey
        self.privateKeyID = privateKeyID
        self.tokenURI = tokenURI
    }

    /// Reads the key file of an account, as the Firebase console hands it out (Project settings, Service accounts, Generate
    /// new private key), with whatever line ends and escapes its way through an environment variable gave it.
    ///
    /// - Throws: What is wrong with it, or what it is instead of a key file. Nothing of its values is shown.
    public init(json: Secret<String>) throws(FCMConfigurationError) {
        try self.init(ServiceAccountFile(json.reveal()))
    }
}
