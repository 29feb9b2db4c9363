internal import FanfareCore

/// What the token endpoint of ``FCMServer`` answers (RFC 6749, 5).
public struct FCMTokenAnswer: PushServerAnswer {
    /// The HTTP status.
    public var status: Int
    /// Header fields. Names are in lower case.
    public var fields: [String: String]
    /// The body: a JSON object with the access token, or with the error.
    public var body: [UInt8]

    /// An answer of any kind.
    public init(status: Int, fields: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    private init(status: Int, json: JSONValue) {
        self.init(status: status, fields: ["content-type": "application/json; charset=utf-8"], body: json.compactBytes)
    }

    /// An access token (200), which the server takes from now on.
    ///
    /// - Parameters:
    ///   - token: The access token.
    ///   - lifetime: How long it is valid, in whole seconds.
    public static func accessToken(_ token: String, expiresIn lifetime: Duration) -> FCMTokenAnswer {
        let seconds = JSONNumber(Int(lifetime.components.seconds))
        return FCMTokenAnswer(
            status: 200,
            json: ["access_token": .string(token), "expires_in": .number(seconds), "token_type": "Bearer"]
        )
    }

    /// A refusal.
    ///
    /// - Parameters:
    ///   - error: The error's code.
    ///   - description: What is said to people.
    ///   - status: The HTTP status.
    public static func refusal(_ error: String, _ description: String = "", status: Int = 400) -> FCMTokenAnswer {
        FCMTokenAnswer(status: status, json: ["error": .string(error), "error_description": .string(description)])
    }

    /// 400 invalid_grant: the assertion is wrong, or the service account is none any more.
    public static let invalidGrant = refusal("invalid_grant", "Invalid grant")
    /// 500 internal_failure: something failed inside the endpoint.
    public static let internalFailure = refusal("internal_failure", status: 500)
    /// 503 with a page for people.
    public static let unavailable = FCMTokenAnswer(
        status: 503,
        fields: ["content-type": "text/html"],
        body: Array("<html>Service Unavailable</html>".utf8)
    )

    /// The `error` in the body, if there is one.
    public var reason: String? { json?["error"]?.string }

    /// The access token in the body and how long it is valid, if there is one.
    var issued: (token: String, lifetime: Duration)? {
        guard status == 200, let json, let token = json["access_token"]?.string,
            let seconds = json["expires_in"]?.number?.int
        else { return nil }
        return (token, .seconds(seconds))
    }

    private var json: JSONValue? { try? JSONParser().parse(body) }
}
