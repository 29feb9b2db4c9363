/// What has happened so far.
struct APNsLog: Sendable {
    var requests: [APNsRequest] = []
    var requestCount = 0
    var connections = 0
    var openConnections = 0
    var abandoned: [APNsAbandonedRequest] = []
}
