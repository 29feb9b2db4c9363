public import FanfareCore
internal import FanfareHTTP2
public import FoundationEssentials

/// What a channel to APNs has to know.
///
/// ```swift
/// let key = APNsKey(pem: Secret(pem), keyID: "ABC123DEFG", teamID: "TEAM123456")
/// let configuration = APNsConfiguration(credential: APNsCredential(key: key, topic: "com.example.app"))
/// ```
public struct APNsConfiguration: Sendable {
    /// The environment of tokens that were registered without one.
    public var environment: DeviceEnvironment = .production
    /// The credentials. An app's is looked up as `apns:APPID`, then `APPID`, then `default`.
    public var credentials: [CredentialID: APNsCredential]
    /// The server for production, if it is not Apple's. Plain `http` is for this machine only.
    public var productionEndpoint: URL?
    /// The server for the sandbox, if it is not Apple's. Plain `http` is for this machine only.
    public var sandboxEndpoint: URL?
    /// The path of a PEM file with certificates that are trusted beside the system's.
    public var trustedCertificates: String?
    /// How many connections there are at most for each credential and server.
    public var connections = 2
    /// How long connecting may take.
    public var connectTimeout: Duration = .seconds(10)
    /// How long an answer may take once the request is written.
    public var responseTimeout: Duration = .seconds(30)
    /// How many deliveries are under way at once. Apple allows about a thousand requests at once on a connection.
    public var capacity = 1000
    /// How long a delivery waits at least after an error of Apple's servers (5xx), whatever the retry policy says.
    public var serverErrorDelay: Duration = .zero

    /// Starts with Apple's servers.
    public init(credentials: [CredentialID: APNsCredential]) { self.credentials = credentials }

    /// Starts with Apple's servers and one credential for all apps.
    public init(credential: APNsCredential) { self.init(credentials: [.default: credential]) }
}

extension APNsConfiguration {
    /// The server of an environment.
    ///
    /// - Throws: ``APNsConfigurationError`` if the URL given for it names none.
    func endpoint(for environment: DeviceEnvironment) throws(APNsConfigurationError) -> HTTP2Endpoint {
        let url = environment == .sandbox ? sandboxEndpoint : productionEndpoint
        guard let url else {
            let host = environment == .sandbox ? "api.sandbox.push.apple.com" : "api.push.apple.com"
            return HTTP2Endpoint(host: host, port: 443)
        }
        guard let endpoint = HTTP2Endpoint(url) else {
            let problem = "is no server; expected https:// with a host, and a port if it is not 443"
            throw APNsConfigurationError("endpoints.\(environment.rawValue)", problem)
        }
        guard endpoint.isSecure || endpoint.isLoopback else {
            let problem = "is plain http to another machine; expected https, or http to 127.0.0.1, ::1 or localhost"
            throw APNsConfigurationError("endpoints.\(environment.rawValue)", problem)
        }
        return endpoint
    }
}
