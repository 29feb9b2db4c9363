internal import FanfareCore

/// A message ready for the wire: what all its deliveries share, encoded once.
///
/// The body of a delivery's request is these pieces and the few values that are its own, one after the other.
public struct PreparedFCMMessage: Sendable {
    /// Where it goes, in place of a delivery's own route.
    let target: FCMTarget?
    private let rules: FCMDeliveryRules
    /// The bytes FCM counts.
    private let size: FCMMessageSize

    // The members of each object, without braces and without those of inner objects that have a piece of their own.
    private let message: [UInt8]
    private let android: [UInt8]
    private let androidNotification: [UInt8]
    private let apple: [UInt8]
    private let appleHeaders: [UInt8]
    private let web: [UInt8]
    private let webHeaders: [UInt8]
    private let webNotification: [UInt8]

    /// - Throws: ``FCMMessageError`` if FCM would refuse the message.
    init(_ message: FCMMessage) throws(FCMMessageError) {
        var (members, size) = try message.validated()
        self.size = size
        target = message.target
        rules = FCMDeliveryRules(message)
        func take(_ key: String, from object: inout [String: JSONValue]) -> [String: JSONValue] {
            object.removeValue(forKey: key)?.object ?? [:]
        }
        var android = take("android", from: &members)
        androidNotification = FCMBodyWriter.encoded(take("notification", from: &android))
        self.android = FCMBodyWriter.encoded(android)
        var apple = Self.completed(take("apns", from: &members), pushType: message.applePushType)
        appleHeaders = FCMBodyWriter.encoded(take("headers", from: &apple))
        self.apple = FCMBodyWriter.encoded(apple)
        var web = take("webpush", from: &members)
        webHeaders = FCMBodyWriter.encoded(take("headers", from: &web))
        webNotification = FCMBodyWriter.encoded(take("notification", from: &web))
        self.web = FCMBodyWriter.encoded(web)
        self.message = FCMBodyWriter.encoded(members)
    }

    /// Says what the push is to Apple's systems, and wakes the app for one that shows nothing.
    private static func completed(_ block: [String: JSONValue], pushType: String?) -> [String: JSONValue] {
        var block = block
        guard let pushType else { return block }
        var headers = block["headers"]?.object ?? [:]
        headers["apns-push-type"] = .string(pushType)
        block["headers"] = .object(headers)
        guard pushType == "background" else { return block }
        var payload = block["payload"]?.object ?? [:]
        var aps = payload["aps"]?.object ?? [:]
        aps["content-available"] = aps["content-available"] ?? 1
        payload["aps"] = .object(aps)
        block["payload"] = .object(payload)
        return block
    }
}

extension PreparedFCMMessage {
    /// The body of one delivery's request.
    ///
    /// - Parameters:
    ///   - target: Where the delivery goes, unless the message says so itself.
    ///   - context: The delivery.
    ///   - now: The time.
    ///   - isTrial: Whether FCM is only to check the message: `validate_only`.
    /// - Throws: ``FCMMessageError`` if the message is too large for the target.
    func body(
        to target: FCMTarget,
        context: DeliveryContext,
        now: Timestamp,
        isTrial: Bool = false
    ) throws(FCMMessageError) -> [UInt8] {
        let target = self.target ?? target
        try size.check(limit: target.maximumSize)
        let values = rules.values(for: context, now: now)
        var body = FCMBodyWriter(capacity: message.count + android.count + apple.count + web.count + 1024)
        body.document { body in
            if isTrial { body.members(Self.trial) }
            body.object("message") { body in
                let (name, value) = target.member
                body.text(name, value)
                write(values, to: &body)
                body.members(message)
            }
        }
        return body.bytes
    }

    private static let trial = Array(#""validate_only":true"#.utf8)

    private func write(_ values: FCMDeliveryValues, to body: inout FCMBodyWriter) {
        body.object("android") { body in
            body.text("priority", values.androidPriority?.rawValue)
            body.text("ttl", values.androidTimeToLive)
            body.text("collapse_key", values.androidCollapseKey)
            body.object("notification") { body in
                body.text("tag", values.androidTag)
                body.members(androidNotification)
            }
            body.members(android)
        }
        body.object("apns") { body in
            body.object("headers") { body in
                body.text("apns-priority", values.applePriority)
                body.text("apns-expiration", values.appleExpiration)
                body.text("apns-collapse-id", values.appleCollapseID)
                body.members(appleHeaders)
            }
            body.members(apple)
        }
        body.object("webpush") { body in
            body.object("headers") { body in
                body.text("TTL", values.webTimeToLive)
                body.members(webHeaders)
            }
            body.object("notification") { body in
                body.text("tag", values.webTag)
                body.members(webNotification)
            }
            body.members(web)
        }
    }
}
