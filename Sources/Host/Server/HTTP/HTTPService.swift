/// What the callbacks of a running daemon share.
final class HTTPService: Sendable {
    let configuration: HTTPServerConfiguration
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse
    let rejection: @Sendable (HTTPRejection) -> HTTPResponse
    let exchanges = HTTPExchanges()
    let lingering = LingeringSockets()
    /// `nil` where the system offers none: a client's departure is then noticed when the answer is written.
    let watch: PeerWatch?

    init(
        configuration: HTTPServerConfiguration,
        handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
        rejection: @escaping @Sendable (HTTPRejection) -> HTTPResponse
    ) {
        self.configuration = configuration
        self.handler = handler
        self.rejection = rejection
        watch = PeerWatch { [exchanges] id in exchanges[id]?.abandon() }
    }
}
