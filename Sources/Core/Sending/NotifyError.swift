/// Why `notify` stored nothing.
public struct NotifyError: Error, CustomStringConvertible {
    /// What went wrong. The set is open.
    public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name.
        public let rawValue: String

        /// Names a kind of error.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Names a kind of error.
        public init(stringLiteral value: String) { self.init(rawValue: value) }

        /// The notification's own rendering threw.
        public static let renderingFailed: Code = "rendering-failed"
        /// The rendered message cannot be written as JSON.
        public static let messageNotEncodable: Code = "message-not-encodable"
        /// The channel refuses the message: too large, impossible combination, …
        public static let messageRefused: Code = "message-refused"
        /// The idempotency key was used for something else before.
        public static let idempotencyConflict: Code = "idempotency-conflict"
        /// An option has a value that makes no sense.
        public static let invalidOption: Code = "invalid-option"
    }

    /// What went wrong.
    public let code: Code
    /// The channel whose message it was about.
    public let channel: ChannelID?
    /// What is wrong in words, where there is no underlying error.
    public let detail: String?
    /// The error of the rendering, the encoder or the channel.
    public let underlying: (any Error)?

    /// Creates an error.
    public init(_ code: Code, channel: ChannelID? = nil, detail: String? = nil, underlying: (any Error)? = nil) {
        self.code = code
        self.channel = channel
        self.detail = detail
        self.underlying = underlying
    }

    /// The code, the channel and the cause.
    public var description: String {
        var text = code.rawValue
        if let channel { text += " on \(channel.rawValue)" }
        if let detail { text += ": \(detail)" }
        switch underlying {
        case nil: break
        case let error as EncodingError: text += ": \(error.place)"
        case let error as DecodingError: text += ": \(error.place)"
        case let error?: text += ": \(error)"
        }
        return text
    }
}

extension NotifyError: CustomDebugStringConvertible, CustomReflectable {
    /// The code, the channel and the cause.
    public var debugDescription: String { description }

    /// Shows no more than the description, so that no dump does.
    public var customMirror: Mirror { Mirror(self, children: ["error": description]) }
}

// The errors of Codable carry the value they are about, a part of the message: only the place may be shown.

extension EncodingError {
    fileprivate var place: String {
        switch self {
        case .invalidValue(_, let context): Self.place(context.codingPath)
        @unknown default: "unknown"
        }
    }

    fileprivate static func place(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "the message itself" : "at '\(path.map(\.stringValue).joined(separator: "."))'"
    }
}

extension DecodingError {
    fileprivate var place: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            EncodingError.place(context.codingPath)
        @unknown default: "unknown"
        }
    }
}
