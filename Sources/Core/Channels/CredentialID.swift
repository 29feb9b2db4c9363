/// Names what a channel authenticates with: the unit that pauses when a provider says it is misconfigured.
public struct CredentialID: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
    /// The name as shown in logs and metrics; never a secret.
    public let rawValue: String

    /// Names a credential.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a credential.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The only one, for channels that have one.
    public static let `default`: CredentialID = "default"
}
