/// What a peer did that concerns more than one field or one piece of a body.
enum SessionEvent: Hashable {
    /// It announced its limits.
    case settings
    /// It will not handle streams after `lastStream` and wants no new ones.
    case goAway(lastStream: Int32, code: UInt32, debugData: [UInt8])
    /// It answered a PING.
    case pong
    /// It finished an answer.
    case answered(stream: Int32)
    /// A stream is over.
    case closed(stream: Int32, code: UInt32)
}

/// The error codes of RFC 9113, 7, that are handled in their own way.
enum StreamErrorCode {
    static let noError: UInt32 = 0x0
    static let refusedStream: UInt32 = 0x7
    static let cancel: UInt32 = 0x8
}
