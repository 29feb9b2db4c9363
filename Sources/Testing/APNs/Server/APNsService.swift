internal import FanfareCore
internal import FanfareHTTP2
internal import FoundationEssentials

/// APNs, as far as it is not like any other service.
struct APNsService: PushService {
    private let validation: APNsValidation
    private let validates: Bool
    private let clock: any WallClock

    init(_ options: APNsServerOptions) {
        validation = APNsValidation(topics: options.topics, verify: options.verifiesToken)
        validates = options.validates
        clock = options.clock
    }

    var newHistory: APNsHistory { APNsHistory() }

    func read(
        _ received: HTTP2ReceivedRequest,
        order: Int,
        orderOnConnection: Int,
        after history: inout APNsHistory
    ) -> APNsRequest {
        var request = APNsRequest(
            received,
            order: order,
            orderOnConnection: orderOnConnection,
            known: history.token
        )
        if validates { request.fault = validation.fault(in: request, at: clock.now, after: &history) }
        return request
    }

    func answer(to request: APNsRequest) -> APNsAnswer { request.fault?.answer ?? .accepted }

    func fields(for request: APNsRequest) -> [(name: String, value: String)] {
        let id = request.apnsID.flatMap { APNsValidation.isCanonicalUUID($0) ? $0 : nil }
        return [("apns-id", id ?? Self.identifier()), ("apns-unique-id", Self.identifier())]
    }

    /// A script that refuses the credential means that APNs does not know it: a new one comes none too early.
    func scripted(_ answer: APNsAnswer, history: inout APNsHistory) {
        if answer.status == 403 { history = APNsHistory() }
    }

    private static func identifier() -> String { UUID().uuidString.lowercased() }
}
