public import FanfareCore
internal import FanfareHTTP2
internal import FanfareSigning

/// FCM on the loopback interface, with the token endpoint it needs, for tests of notifications on the wire.
///
/// It speaks HTTP/2 over TLS as Google does, gives out service accounts and access tokens, judges every request by the rules
/// that Google documents, records it and answers. What else can happen, from a refusal to a connection that dies, is played
/// by scripts: an ``FCMScript`` for messages and an ``FCMTokenScript`` for access tokens.
///
/// ```swift
/// let server = try await FCMServer.start()
/// // … send to server.url with the credential server.serviceAccountFile, trusting server.certificateFile
/// let request = try await server.requests(count: 1)[0]
/// #expect(request.fault == nil)
/// #expect(request.message?["notification"]?["title"] == "Order shipped")
/// #expect(server.tokenRequestCount == 1)
/// await server.stop()
/// ```
///
/// As with Google, messages and access tokens have an address each, so their connections and scripts are counted apart. A
/// thread serves each. A server that is let go without ``stop()`` ends by itself.
public final class FCMServer: Sendable {
    let messages: PushServer<FCMService>
    let tokens: PushServer<FCMTokenService>
    private let accessTokens: FCMAccessTokens
    private let key: ThrowawayKeyPair
    private let scheme: String
    private let certificate: TemporaryFile?
    private let account: TemporaryFile

    /// Where it listens.
    public let host = "127.0.0.1"
    /// The project of ``serviceAccountFile``.
    public let project = "fanfare-test"

    private init(_ options: FCMServerOptions, _ script: FCMScript, _ tokenScript: FCMTokenScript) throws {
        let identity = options.isSecure ? try SelfSignedCertificate() : nil
        scheme = options.isSecure ? "https" : "http"
        key = try ThrowawayKeyPair()
        accessTokens = FCMAccessTokens()
        certificate = try identity.map { try TemporaryFile($0.certificate, ending: "pem") }
        let manners = PushServerManners(streams: options.streams, recordsRequests: options.recordsRequests)
        messages = try PushServer(FCMService(options, accessTokens), manners, script, identity: identity)
        let service = FCMTokenService(
            options,
            accessTokens,
            key: try VerificationKey(key.publicKey, for: .rs256),
            scheme: scheme
        )
        tokens = try PushServer(service, PushServerManners(streams: 100), tokenScript, identity: identity)
        let text = ThrowawayServiceAccount(project: project)
            .file(privateKey: key.privateKey, tokenURI: "\(scheme)://127.0.0.1:\(tokens.port)/token")
        account = try TemporaryFile(text, ending: "json")
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - options: How it behaves beside its scripts.
    ///   - script: What it does about messages.
    ///   - tokenScript: What it does about requests for access tokens.
    /// - Throws: What the system refuses: a port, a thread, a temporary file. Nothing runs then.
    public static func start(
        _ options: FCMServerOptions = FCMServerOptions(),
        script: FCMScript = FCMScript(),
        tokenScript: FCMTokenScript = FCMTokenScript()
    ) async throws -> FCMServer {
        try FCMServer(options, script, tokenScript)
    }

    /// Closes the ports and all connections, ends the threads and removes the files.
    public func stop() async {
        await messages.stop()
        await tokens.stop()
        certificate?.remove()
        account.remove()
    }
}

// MARK: What a client needs

extension FCMServer {
    /// The port for messages, one that was free.
    public var port: UInt16 { messages.port }
    /// The port for access tokens, one that was free.
    public var tokenPort: UInt16 { tokens.port }
    /// What stands in for `https://fcm.googleapis.com`.
    public var url: String { "\(scheme)://\(host):\(port)" }
    /// What stands in for `https://oauth2.googleapis.com/token`; service accounts name it.
    public var tokenURI: String { "\(scheme)://\(host):\(tokenPort)/token" }
    /// A PEM file with the certificate that clients have to trust, until ``stop()``; nil without TLS.
    public var certificateFile: String? { certificate?.path }
    /// The file of a service account for ``project``, until ``stop()``.
    public var serviceAccountFile: String { account.path }

    /// The text of the file of a service account for any project.
    public func serviceAccount(project: String) -> String {
        ThrowawayServiceAccount(project: project).file(privateKey: key.privateKey, tokenURI: tokenURI)
    }

    /// Makes an access token without the token endpoint, as a client has it that was there before.
    ///
    /// - Parameters:
    ///   - project: The project it is good for.
    ///   - time: Until when.
    public func accessToken(project: String, until time: Timestamp) -> String {
        let token = FCMAccessTokens.unused()
        accessTokens.add(token, for: project, until: time)
        return token
    }

    /// Takes none of the access tokens any more that were given out so far.
    public func revokeAccessTokens() { accessTokens.revoke() }
}

// MARK: What is to happen

extension FCMServer {
    /// Follows another script about messages from now on. Connections that are open keep their course.
    public func follow(_ script: FCMScript) { messages.engine.follow(script) }

    /// Follows another script about access tokens from now on. Connections that are open keep their course.
    public func follow(_ script: FCMTokenScript) { tokens.engine.follow(script) }

    /// Does something about a message that was left without an answer, from any task.
    public func perform(_ steps: FCMScript.Step..., for request: FCMRequest) { messages.perform(steps, for: request) }

    /// Does something about a request for an access token that was left without an answer, from any task.
    public func perform(_ steps: FCMTokenScript.Step..., for request: FCMTokenRequest) {
        tokens.perform(steps, for: request)
    }

    /// Does something on a connection for messages, from any task.
    ///
    /// - Parameters:
    ///   - steps: What to do. No request is at hand.
    ///   - connection: The connection's place among all of these, counted from 1.
    public func perform(_ steps: FCMScript.Step..., onConnection connection: Int) {
        messages.perform(steps, onConnection: connection)
    }

    /// Forgets the requests that were recorded; their counts stay.
    public func forgetRequests() {
        messages.engine.log.update { $0.requests = [] }
        tokens.engine.log.update { $0.requests = [] }
    }
}
