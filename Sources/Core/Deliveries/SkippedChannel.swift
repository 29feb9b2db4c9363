/// A channel a notification named but did not take, and why.
public struct SkippedChannel: Hashable, Codable, Sendable {
    /// Why a channel was not taken. The set is open: later features add reasons.
    public struct Reason: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
        /// The name as shown in JSON.
        public let rawValue: String

        /// Names a reason.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Names a reason.
        public init(stringLiteral value: String) { self.init(rawValue: value) }

        /// The recipient has no device or address there.
        public static let noRoute: Reason = "no-route"
        /// All its devices there are set aside because their tokens were refused.
        public static let routesInvalid: Reason = "routes-invalid"
        /// The operating system lets the app show notifications on none of its devices there.
        public static let notAuthorized: Reason = "not-authorized"
        /// The application has no such channel.
        public static let notConfigured: Reason = "not-configured"
        /// The same route was reached already by this notification.
        public static let duplicate: Reason = "duplicate"
    }

    /// The channel, or the name of the way that stands for several.
    public let channel: ChannelID
    /// Why it was not taken.
    public let reason: Reason

    /// Creates a record of a channel not taken.
    public init(channel: ChannelID, reason: Reason) {
        self.channel = channel
        self.reason = reason
    }
}
