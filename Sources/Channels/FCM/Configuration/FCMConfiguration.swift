public import FanfareCore
internal import FanfareHTTP2
public import FoundationEssentials

/// What a channel to Firebase Cloud Messaging has to know.
///
/// ```swift
/// let account = try FCMServiceAccount(json: Secret(json))
/// let configuration = FCMConfiguration(credential: account)
/// ```
public struct FCMConfiguration: Sendable {
    /// The credentials. An app's is looked up as `fcm:APPID`, then `APPID`, then `default`.
    public var credentials: [CredentialID: FCMServiceAccount]
    /// The server, if it is not Google's. Plain `http` is for this machine only.
    public var endpoint: URL?
    /// The path of a PEM file with certificates that are trusted beside the system's, for the token endpoint too.
    public var trustedCertificates: String?
    /// How many connections there are at most for each credential. FCM allows about a hundred requests at once on each.
    public var connections = 4
    /// How long connecting may take.
    public var connectTimeout: Duration = .seconds(10)
    /// How long an answer may take once the request is written. Google asks for ten seconds or more.
    public var responseTimeout: Duration = .seconds(30)
    /// How many deliveries are under way at once, those included that wait for a connection or for being recorded.
    public var capacity = 1000
    /// How long it takes a channel that has sent nothing for a while to come to its capacity. Google asks for a minute.
    public var rampUp: Duration = .seconds(60)

    /// Starts with Google's server.
    public init(credentials: [CredentialID: FCMServiceAccount]) { self.credentials = credentials }

    /// Starts with Google's server and one credential for all apps.
    public init(credential: FCMServiceAccount) { self.init(credentials: [.default: credential]) }
}

extension FCMConfiguration {
    /// The server.
    ///
    /// - Throws: ``FCMConfigurationError`` if the URL given for it names none.
    func server() throws(FCMConfigurationError) -> HTTP2Endpoint {
        guard let endpoint else { return HTTP2Endpoint(host: "fcm.googleapis.com", port: 443) }
        guard let server = HTTP2Endpoint(endpoint) else {
            let problem = "is no server; expected https:// with a host, and a port if it is not 443"
            throw FCMConfigurationError("endpoint", problem)
        }
        guard server.isSecure || server.isLoopback else {
            let problem = "is plain http to another machine; expected https, or http to 127.0.0.1, ::1 or localhost"
            throw FCMConfigurationError("endpoint", problem)
        }
        return server
    }
}
