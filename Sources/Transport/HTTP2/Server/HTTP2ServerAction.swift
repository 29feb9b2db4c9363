/// Something a server for tests does on one connection.
///
/// What it does with the connection as a whole comes after what it has said before, as far as the client takes it.
package enum HTTP2ServerAction: Sendable {
    /// Answers a request.
    case answer(stream: Int32, HTTP2ServerResponse)
    /// Ends a stream with RST_STREAM and this error code (RFC 9113, 7).
    case reset(stream: Int32, code: UInt32)
    /// Changes how many streams the client may have open (SETTINGS_MAX_CONCURRENT_STREAMS).
    case allowStreams(UInt32)
    /// Sends GOAWAY and takes no stream beyond the last one named.
    case goAway(lastStream: Int32, code: UInt32, debugData: [UInt8])
    /// Closes the connection in an orderly way.
    case close
    /// Drops the connection with a reset of TCP.
    case drop
    /// Drops the connection when one more request begins to arrive, before anything of it is looked at.
    case dropAtNextRequest
    /// Reads and writes nothing any more and keeps the connection open, as if the network had swallowed it.
    case fallSilent
    /// Asks what to do after a time.
    case later(Duration, @Sendable () -> [HTTP2ServerAction])

    /// Whether it has to wait until everything said before is written.
    var comesAfterOutput: Bool {
        switch self {
        case .allowStreams, .goAway, .close, .drop, .fallSilent: true
        case .answer, .reset, .dropAtNextRequest, .later: false
        }
    }
}
