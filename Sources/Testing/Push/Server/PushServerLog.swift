/// What has happened so far.
struct PushServerLog<Request: PushServerRequest>: Sendable {
    var requests: [Request] = []
    var requestCount = 0
    var connections = 0
    var openConnections = 0
    var abandoned: [PushServerAbandonedRequest] = []
}
