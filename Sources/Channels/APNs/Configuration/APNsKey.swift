public import FanfareCore

/// A key for signing provider tokens, as Apple's developer site hands it out.
public struct APNsKey: Hashable, Sendable {
    /// The content of the `.p8` file, a P-256 key in PEM.
    public var pem: Secret<String>
    /// The key's id, ten characters.
    public var keyID: String
    /// The id of the developer team it belongs to, ten characters.
    public var teamID: String

    /// Describes a key. It is read when a channel is made of it.
    public init(pem: Secret<String>, keyID: String, teamID: String) {
        self.pem = pem
        self.keyID = keyID
        self.teamID = teamID
    }
}
