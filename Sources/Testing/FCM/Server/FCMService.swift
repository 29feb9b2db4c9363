internal import FanfareCore
internal import FanfareHTTP2
internal import FoundationEssentials

/// FCM's HTTP v1 API, as far as it is not like any other service.
struct FCMService: PushService {
    private let validation: FCMValidation
    private let validates: Bool
    private let clock: any WallClock

    init(_ options: FCMServerOptions, _ tokens: FCMAccessTokens) {
        validation = FCMValidation(tokens: tokens)
        validates = options.validates
        clock = options.clock
    }

    /// Nothing: each request stands for itself.
    var newHistory: Void { () }

    func read(
        _ received: HTTP2ReceivedRequest,
        order: Int,
        orderOnConnection: Int,
        after history: inout Void
    ) -> FCMRequest {
        var request = FCMRequest(received, order: order, orderOnConnection: orderOnConnection)
        if validates { request.fault = validation.fault(in: request, at: clock.now) }
        return request
    }

    func answer(to request: FCMRequest) -> FCMAnswer {
        if let fault = request.fault { return fault.answer }
        let id = request.isTrial ? "fake_message_id" : UUID().uuidString.lowercased()
        return .accepted(name: "projects/\(request.project ?? "none")/messages/\(id)")
    }

    func fields(for request: FCMRequest) -> [(name: String, value: String)] {
        [("date", clock.now.httpDate), ("server", "ESF")]
    }
}
