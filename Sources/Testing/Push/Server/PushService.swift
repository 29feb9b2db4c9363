internal import FanfareHTTP2

/// One service of a provider as a loopback server plays it: what makes a server APNs, or FCM, or Google's token endpoint.
///
/// All is called on the server's thread, and nothing here may block.
protocol PushService: Sendable {
    associatedtype Request: PushServerRequest
    /// What is remembered of a connection.
    associatedtype History: Sendable
    typealias Answer = Request.Answer

    /// What is known of a connection that nothing has come over.
    var newHistory: History { get }

    /// Reads a request, and judges it if the server does.
    func read(
        _ received: HTTP2ReceivedRequest,
        order: Int,
        orderOnConnection: Int,
        after history: inout History
    ) -> Request

    /// The answer to a request that no script cares for: that of its fault, or that of success.
    func answer(to request: Request) -> Answer

    /// The header fields that are in every answer to a request.
    func fields(for request: Request) -> [(name: String, value: String)]

    /// Takes note of an answer that a script gives.
    func scripted(_ answer: Answer, history: inout History)
}

extension PushService {
    func scripted(_ answer: Answer, history: inout History) {}
}
