internal import FanfareCore
internal import FanfareHTTP2
internal import FanfarePush
internal import FoundationEssentials

/// A message ready for the wire: what all its deliveries share, made once.
public struct PreparedPush: Sendable {
    /// The body of every request.
    let body: [UInt8]
    /// What the push is to the system.
    let pushType: APNsPushType
    /// The topic in place of the app's own.
    private let topic: String?
    /// Whether its topic is the app's own, with nothing that follows the bundle id.
    let hasAppTopic: Bool
    /// The priority, unless the notification's decides.
    private let priority: APNsPriority?
    private let isAlert: Bool
    private let collapseID: String?
    private let expiration: APNsExpiration?
    /// The header fields that are the same in every request.
    private let sharedFields: HTTP2Fields

    /// - Throws: ``APNsMessageError`` if APNs would refuse the message.
    init(_ message: APNsMessage) throws {
        body = try message.validatedBody()
        pushType = message.resolvedPushType
        topic = message.topic
        hasAppTopic = message.topic == nil && pushType.topicSuffix.isEmpty
        priority = message.priority ?? pushType.fixedPriority
        isAlert = pushType == .alert
        collapseID = message.collapseID
        expiration = message.expiration
        var fields = HTTP2Fields()
        try fields.append("apns-push-type", pushType.rawValue)
        for (name, value) in message.headers.sorted(by: { $0.key < $1.key }) { try fields.append(name, value) }
        sharedFields = fields
    }
}

extension PreparedPush {
    /// The topic of the push to an app.
    func topic(ofApp bundleID: String) -> String {
        hasAppTopic ? bundleID : topic ?? pushType.topic(ofApp: bundleID)
    }

    /// The header fields of one delivery's request, without `authorization`. They are the same at every attempt, except
    /// for an expiration that is counted from it.
    ///
    /// - Parameters:
    ///   - context: The delivery.
    ///   - topic: The app's topic, its bundle id; the push type's suffix is added.
    ///   - now: The time.
    /// - Throws: `HTTP2FieldError` if the app's topic cannot be in a header; the message's own fields always can.
    func fields(context: DeliveryContext, topic: String, now: Timestamp) throws(HTTP2FieldError) -> HTTP2Fields {
        var fields = HTTP2Fields()
        fields.reserve(fields: Self.usualFields, bytes: Self.usualSize)
        fields.append(sharedFields)
        try fields.append("apns-topic", self.topic(ofApp: topic))
        try fields.append("apns-priority", (priority ?? APNsPriority(context.priority)).text)
        try fields.append("apns-id", context.delivery.rawValue)
        if let seconds = expirationSeconds(for: context, now: now) {
            try fields.append("apns-expiration", String(seconds), indexing: .indexedOnce)
        }
        // Alerts always have one, so that a copy sent by accident replaces the first.
        if let collapseID = collapseID ?? context.collapseKey.map(AppleCollapseID.make) {
            try fields.append("apns-collapse-id", collapseID, indexing: .indexedOnce)
        } else if isAlert {
            try fields.append("apns-collapse-id", context.notification.rawValue)
        }
        return fields
    }

    // The authorization included, so that room is made once.
    private static let usualFields = 8
    private static let usualSize = 512

    /// Nil leaves it to APNs's own rule.
    private func expirationSeconds(for context: DeliveryContext, now: Timestamp) -> Int64? {
        if let expiration { return expiration.seconds(now: now) }
        return context.isNowOrNever ? 0 : context.expiresAt?.expirationSeconds
    }
}

extension HTTP2Fields {
    /// Adds an identifier, written where it goes.
    fileprivate mutating func append(_ name: String, _ identifier: UUID) throws(HTTP2FieldError) {
        try append(name, indexing: .indexedOnce) { identifier.appendText(to: &$0) }
    }
}

extension APNsPriority {
    /// High and normal are immediate, bulk goes when the device's power allows it.
    init(_ priority: Priority) { self = priority == .bulk ? .conserving : .immediate }

    /// The header's value.
    fileprivate var text: String {
        switch self {
        case .immediate: "10"
        case .conserving: "5"
        case .lowest: "1"
        }
    }
}
