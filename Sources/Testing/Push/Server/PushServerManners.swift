/// How a server treats its connections, whatever the service.
struct PushServerManners: Sendable {
    /// How many streams a connection may have open at once.
    var streams: UInt32
    /// Whether a connection may have one stream only until its first request was accepted.
    var warmsUp = false
    /// Whether requests are kept, and not only counted.
    var recordsRequests = true
}
