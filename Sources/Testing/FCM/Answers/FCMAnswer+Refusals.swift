public import FanfareCore

// What FCM refuses and why, as documented in Firebase's "ErrorCode" of the REST reference.
extension FCMAnswer {
    /// 404 UNREGISTERED: the app instance is gone, or its token has expired.
    public static let unregistered = fcm(404, "NOT_FOUND", "UNREGISTERED")
    /// 404 without FCM's own code: there is no such project, or no such path.
    public static let notFound = refusal(404, "NOT_FOUND")
    /// 400 INVALID_ARGUMENT by FCM's own code: what a message says is wrong.
    public static let invalidArgument = fcm(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT")
    /// 400 INVALID_ARGUMENT that names the registration token.
    public static let invalidToken = refusal(
        400,
        "INVALID_ARGUMENT",
        message: "The registration token is not a valid FCM registration token",
        details: [fcmError("INVALID_ARGUMENT"), badRequest(["message.token": "Invalid registration token"])]
    )
    /// 403 SENDER_ID_MISMATCH: the token belongs to another project.
    public static let senderIDMismatch = fcm(403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH")
    /// 403 without FCM's own code: the service account may not send here.
    public static let permissionDenied = refusal(403, "PERMISSION_DENIED")
    /// 429 QUOTA_EXCEEDED: too many messages for the project, the topic or the device.
    public static let quotaExceeded = fcm(429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED")
    /// 429 QUOTA_EXCEEDED whose message says that it is one device that gets too many.
    public static let deviceQuotaExceeded = fcm(
        429,
        "RESOURCE_EXHAUSTED",
        "QUOTA_EXCEEDED",
        message: "Device message rate exceeded"
    )
    /// 429 QUOTA_EXCEEDED whose details say that the project sends too much.
    public static let projectQuotaExceeded = quotaExceeded.preceded(
        by: [
            "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "RATE_LIMIT_EXCEEDED",
            "domain": "googleapis.com", "metadata": ["service": "fcm.googleapis.com"],
        ]
    )
    /// 429 without FCM's own code.
    public static let resourceExhausted = refusal(429, "RESOURCE_EXHAUSTED")
    /// 503 UNAVAILABLE: the servers are overloaded.
    public static let unavailable = fcm(503, "UNAVAILABLE", "UNAVAILABLE")
    /// 500 INTERNAL: something failed inside FCM.
    public static let internalError = fcm(500, "INTERNAL", "INTERNAL")
    /// 401 THIRD_PARTY_AUTH_ERROR: the project's key for APNs, or for the web, is missing or wrong.
    public static let thirdPartyAuthError = fcm(401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR")
    /// 401 without FCM's own code: the access token is missing, wrong or has expired.
    public static let unauthenticated = refusal(401, "UNAUTHENTICATED")
    /// 500 UNSPECIFIED_ERROR: nobody knows.
    public static let unspecified = fcm(500, "UNKNOWN", "UNSPECIFIED_ERROR")

    /// Every refusal that is documented, with and without FCM's own code, for tests of all of them.
    public static let documentedRefusals: [FCMAnswer] = [
        .unregistered, .notFound, .invalidArgument, .invalidToken, .senderIDMismatch, .permissionDenied, .quotaExceeded,
        .deviceQuotaExceeded, .projectQuotaExceeded, .resourceExhausted, .unavailable, .internalError,
        .thirdPartyAuthError,
        .unauthenticated, .unspecified,
    ]

    /// An error by FCM's own code.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - canonical: The error's `status`.
    ///   - code: The `errorCode` in the details.
    ///   - message: What is said to people.
    public static func fcm(
        _ status: Int,
        _ canonical: String,
        _ code: String,
        message: String = "refused"
    ) -> FCMAnswer {
        refusal(status, canonical, message: message, details: [fcmError(code)])
    }

    /// The same refusal with these details before its own, which a client has to look past.
    public func preceded(by details: JSONValue...) -> FCMAnswer {
        guard let error = (try? JSONParser().parse(body))?["error"] else { return self }
        var answer = FCMAnswer.refusal(
            status,
            error["status"]?.string ?? "UNKNOWN",
            message: error["message"]?.string ?? "",
            details: details + (error["details"]?.array ?? [])
        )
        answer.fields.merge(fields) { $1 }
        return answer
    }
}

// Details of errors (google.rpc, "error_details.proto").
extension FCMAnswer {
    /// A detail with FCM's own code.
    public static func fcmError(_ code: String) -> JSONValue {
        ["@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": .string(code)]
    }

    /// A detail that names the fields that are wrong, and what is.
    public static func badRequest(_ violations: [String: String]) -> JSONValue {
        let violations = violations.sorted { $0.key < $1.key }.map { field, description in
            ["field": .string(field), "description": .string(description)] as JSONValue
        }
        return ["@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": .array(violations)]
    }

    /// A detail that says nothing to a machine.
    public static let help: JSONValue = [
        "@type": "type.googleapis.com/google.rpc.Help",
        "links": [["description": "Sending messages", "url": "https://firebase.google.com/docs/cloud-messaging"]],
    ]
}
