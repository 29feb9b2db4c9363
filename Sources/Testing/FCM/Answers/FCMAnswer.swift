public import FanfareCore

/// What ``FCMServer`` answers to a message.
///
/// Every error that Google documents has a constant, such as ``unregistered``. Others are made as they are needed:
///
/// ```swift
/// FCMAnswer.refusal(404, "NOT_FOUND", details: [FCMAnswer.help, FCMAnswer.fcmError("UNREGISTERED")])
/// FCMAnswer.html(502)  // a proxy in between
/// ```
public struct FCMAnswer: PushServerAnswer {
    /// The HTTP status.
    public var status: Int
    /// Header fields. Names are in lower case.
    public var fields: [String: String]
    /// The body: a JSON object with the message's name, or with the error.
    public var body: [UInt8]

    /// An answer of any kind.
    public init(status: Int, fields: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    private init(status: Int, json: JSONValue) {
        self.init(status: status, fields: ["content-type": "application/json; charset=UTF-8"], body: json.compactBytes)
    }

    /// The message is accepted (200).
    ///
    /// - Parameter name: The message's name, `projects/{project}/messages/{id}`.
    public static func accepted(name: String) -> FCMAnswer {
        FCMAnswer(status: 200, json: ["name": .string(name)])
    }

    /// The message is refused as Google's services do it.
    ///
    /// - Parameters:
    ///   - status: The HTTP status, which is also the error's `code`.
    ///   - canonical: The error's `status`, such as `NOT_FOUND`.
    ///   - message: What is said to people.
    ///   - details: The error's `details` in this order; without any there is no such member.
    public static func refusal(
        _ status: Int,
        _ canonical: String,
        message: String = "refused",
        details: [JSONValue] = []
    ) -> FCMAnswer {
        var error: [String: JSONValue] = [
            "code": .number(JSONNumber(status)), "status": .string(canonical), "message": .string(message),
        ]
        if !details.isEmpty { error["details"] = .array(details) }
        return FCMAnswer(status: status, json: ["error": .object(error)])
    }

    /// Something between the client and Google answers with a page for people.
    public static func html(_ status: Int) -> FCMAnswer {
        let page = "<!DOCTYPE html><html><head><title>Error \(status)</title></head><body>Sorry.</body></html>"
        return FCMAnswer(
            status: status,
            fields: ["content-type": "text/html; charset=UTF-8"],
            body: Array(page.utf8)
        )
    }

    /// The error's code: that of FCM if its details have one, else the canonical one.
    public var reason: String? {
        let error = (try? JSONParser().parse(body))?["error"]
        let codes = error?["details"]?.array?.compactMap { $0["errorCode"]?.string }
        return codes?.first ?? error?["status"]?.string
    }
}
