internal import FanfareCore
internal import FanfareHTTP2
internal import FanfarePush

/// A message ready for the wire: what all its deliveries share, made once.
public struct PreparedPush: Sendable {
    /// The body of every request.
    let body: [UInt8]
    /// What the push is to the system.
    let pushType: APNsPushType
    /// The topic in place of the app's own.
    let topic: String?
    private let priority: APNsPriority?
    private let collapseID: String?
    private let expiration: APNsExpiration?
    /// The header fields that are the same in every request.
    private let sharedFields: HTTP2Fields

    /// - Throws: ``APNsMessageError`` if APNs would refuse the message.
    init(_ message: APNsMessage) throws {
        body = try message.validatedBody()
        pushType = message.resolvedPushType
        topic = message.topic
        priority = message.priority
        collapseID = message.collapseID
        expiration = message.expiration
        var fields = HTTP2Fields()
        try fields.append("apns-push-type", pushType.rawValue)
        for (name, value) in message.headers.sorted(by: { $0.key < $1.key }) { try fields.append(name, value) }
        sharedFields = fields
    }
}

extension PreparedPush {
    /// The header fields of one delivery's request, without `authorization`. They are the same at every attempt, except
    /// for an expiration that is counted from it.
    ///
    /// - Parameters:
    ///   - context: The delivery.
    ///   - topic: The app's topic, its bundle id; the push type's suffix is added.
    ///   - now: The time.
    /// - Throws: `HTTP2FieldError` if the app's topic cannot be in a header; the message's own fields always can.
    func fields(context: DeliveryContext, topic: String, now: Timestamp) throws(HTTP2FieldError) -> HTTP2Fields {
        var fields = sharedFields
        fields.reserve(fields: 5, bytes: 256)
        try fields.append("apns-topic", self.topic ?? pushType.topic(ofApp: topic))
        try fields.append("apns-priority", priority(for: context).text)
        try fields.append("apns-id", context.delivery.description, indexing: .indexedOnce)
        if let seconds = expirationSeconds(for: context, now: now) {
            try fields.append("apns-expiration", String(seconds), indexing: .indexedOnce)
        }
        if let collapseID = collapseID(for: context) {
            try fields.append("apns-collapse-id", collapseID, indexing: .indexedOnce)
        }
        return fields
    }

    private func priority(for context: DeliveryContext) -> APNsPriority {
        priority ?? pushType.fixedPriority ?? APNsPriority(context.priority)
    }

    /// Nil leaves it to APNs's own rule.
    private func expirationSeconds(for context: DeliveryContext, now: Timestamp) -> Int64? {
        if let expiration { return expiration.seconds(now: now) }
        return context.isNowOrNever ? 0 : context.expiresAt?.expirationSeconds
    }

    /// Alerts always have one, so that a copy sent by accident replaces the first.
    private func collapseID(for context: DeliveryContext) -> String? {
        if let collapseID { return collapseID }
        if let key = context.collapseKey { return AppleCollapseID.make(from: key) }
        return pushType == .alert ? context.notification.description : nil
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
