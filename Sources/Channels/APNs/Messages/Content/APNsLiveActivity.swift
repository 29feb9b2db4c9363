public import FanfareCore

/// What a push does to a Live Activity (Apple, "Starting and updating Live Activities with ActivityKit push
/// notifications"). Its times travel as whole seconds.
public struct APNsLiveActivity: Hashable, Sendable {
    /// What happens to it: the key `event`. The set is open.
    public struct Event: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The value of the key.
        public let rawValue: String

        /// Names an event.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Names an event.
        public init(stringLiteral value: String) { self.init(rawValue: value) }

        /// It begins, on a device whose token for starting activities this is sent to.
        public static let start: Event = "start"
        /// It shows a new state.
        public static let update: Event = "update"
        /// It ends.
        public static let end: Event = "end"
    }

    /// What happens to it.
    public var event: Event
    /// When this was the state of things. The system passes over a push that is older than the last one it took.
    public var timestamp: Timestamp
    /// The new state, as the app's `ContentState` decodes it.
    public var contentState: [String: JSONValue]?
    /// When the state becomes outdated.
    public var staleDate: Timestamp?
    /// When an activity that ends leaves the screen; a time in the past means at once.
    public var dismissalDate: Timestamp?
    /// The name of the app's `ActivityAttributes` type; for a start.
    public var attributesType: String?
    /// The attributes, as that type decodes them; for a start.
    public var attributes: [String: JSONValue]?
    /// Whether the started activity is to be updated by a token of its own, which the app then receives.
    public var requestsPushToken: Bool
    /// The broadcast channel the started activity is to be updated by.
    public var inputPushChannel: String?

    /// Describes what happens.
    public init(
        event: Event,
        timestamp: Timestamp,
        contentState: [String: JSONValue]? = nil,
        staleDate: Timestamp? = nil,
        dismissalDate: Timestamp? = nil,
        attributesType: String? = nil,
        attributes: [String: JSONValue]? = nil,
        requestsPushToken: Bool = false,
        inputPushChannel: String? = nil
    ) {
        self.event = event
        self.timestamp = timestamp
        self.contentState = contentState
        self.staleDate = staleDate
        self.dismissalDate = dismissalDate
        self.attributesType = attributesType
        self.attributes = attributes
        self.requestsPushToken = requestsPushToken
        self.inputPushChannel = inputPushChannel
    }
}
