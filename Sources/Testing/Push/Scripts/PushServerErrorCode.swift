/// An error code of HTTP/2 (RFC 9113, 7).
public struct PushServerErrorCode: RawRepresentable, Hashable, Sendable {
    /// Its number.
    public let rawValue: UInt32

    /// An error code by its number; any is sent.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Nothing is wrong: an orderly end.
    public static let noError = PushServerErrorCode(rawValue: 0x0)
    /// The peer broke the protocol.
    public static let protocolError = PushServerErrorCode(rawValue: 0x1)
    /// Something failed inside the server.
    public static let internalError = PushServerErrorCode(rawValue: 0x2)
    /// The request was not looked at: it may be sent again.
    public static let refusedStream = PushServerErrorCode(rawValue: 0x7)
    /// The stream is not wanted any more.
    public static let cancel = PushServerErrorCode(rawValue: 0x8)
    /// The peer asks for too much.
    public static let enhanceYourCalm = PushServerErrorCode(rawValue: 0xb)

    static let named: [String: PushServerErrorCode] = [
        "NO_ERROR": .noError,
        "PROTOCOL_ERROR": .protocolError,
        "INTERNAL_ERROR": .internalError,
        "REFUSED_STREAM": .refusedStream,
        "CANCEL": .cancel,
        "ENHANCE_YOUR_CALM": .enhanceYourCalm,
    ]
}
