internal import FanfareCore
internal import FanfareHTTP2
internal import FanfareSigning

/// Google's token endpoint, as far as it is not like any other service.
struct FCMTokenService: PushService {
    private let validation: FCMTokenValidation
    private let validates: Bool
    private let lifetime: Duration
    private let clock: any WallClock
    private let tokens: FCMAccessTokens

    init(_ options: FCMServerOptions, _ tokens: FCMAccessTokens, key: VerificationKey, scheme: String) {
        validation = FCMTokenValidation(key: key, scheme: scheme)
        validates = options.validates
        lifetime = options.accessTokenLifetime
        clock = options.clock
        self.tokens = tokens
    }

    /// Nothing: each request stands for itself.
    var newHistory: Void { () }

    func read(
        _ received: HTTP2ReceivedRequest,
        order: Int,
        orderOnConnection: Int,
        after history: inout Void
    ) -> FCMTokenRequest {
        var request = FCMTokenRequest(received, order: order, orderOnConnection: orderOnConnection)
        if validates { request.fault = validation.fault(in: request, at: clock.now) }
        return request
    }

    func answer(to request: FCMTokenRequest) -> FCMTokenAnswer {
        if let fault = request.fault { return fault.answer }
        let token = FCMAccessTokens.unused()
        let project = request.assertion.flatMap { ThrowawayServiceAccount(email: $0.issuer)?.project }
        tokens.add(token, for: project, until: clock.now.advanced(by: lifetime))
        return .accessToken(token, expiresIn: lifetime)
    }

    func fields(for request: FCMTokenRequest) -> [(name: String, value: String)] {
        [("date", clock.now.httpDate), ("cache-control", "no-store")]
    }

    /// An access token that a script gives out is as good as any.
    func scripted(_ answer: FCMTokenAnswer, history: inout Void) {
        guard let (token, lifetime) = answer.issued else { return }
        tokens.add(token, for: nil, until: clock.now.advanced(by: lifetime))
    }
}
