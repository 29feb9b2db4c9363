public import FanfareCore

/// What the server answers to a request.
///
/// Every reason that Apple documents has a constant, such as ``badDeviceToken``. Others are made as they are needed:
///
/// ```swift
/// APNsAnswer.refusal(400, "SomethingNew")        // a reason of tomorrow
/// APNsAnswer(status: 502, body: Array("<html>".utf8))  // a proxy in between
/// ```
public struct APNsAnswer: PushServerAnswer {
    /// The HTTP status.
    public var status: Int
    /// Header fields beside `apns-id` and `apns-unique-id`, which the server adds itself. Names are in lower case.
    public var fields: [String: String]
    /// The body: a JSON object with the reason if APNs refuses, nothing if it accepts.
    public var body: [UInt8]

    /// An answer of any kind.
    public init(status: Int, fields: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The notification is accepted (200, no body).
    public static let accepted = APNsAnswer(status: 200)

    /// The notification is refused as APNs does it.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - reason: The `reason` in the body.
    ///   - timestamp: When APNs found the token no longer valid, in the body in milliseconds; with 410 only.
    public static func refusal(_ status: Int, _ reason: String, timestamp: Timestamp? = nil) -> APNsAnswer {
        var body: [String: JSONValue] = ["reason": .string(reason)]
        if let timestamp { body["timestamp"] = .number(JSONNumber(timestamp.millisecondsSinceEpoch)) }
        return APNsAnswer(status: status, body: JSONValue.object(body).compactBytes)
    }

    /// The reason in the body, if there is one.
    public var reason: String? { (try? JSONParser().parse(body))?["reason"]?.string }
}
