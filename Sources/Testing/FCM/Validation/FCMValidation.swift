internal import FanfareCore

/// The rules by which FCM takes or refuses a request, as documented in the reference of the HTTP v1 API.
///
/// It is as strict as the documentation, and so in places stricter than Google: names are taken as documented only, and
/// numbers only as numbers.
struct FCMValidation: Sendable {
    let tokens: FCMAccessTokens

    /// The first fault of a request; nil if there is none.
    ///
    /// - Parameter now: The time of day.
    func fault(in request: FCMRequest, at now: Timestamp) -> FCMFault? {
        faultOfRequest(request) ?? faultOfCredential(request, at: now) ?? faultOfBody(request)
    }

    private func faultOfRequest(_ request: FCMRequest) -> FCMFault? {
        guard let project = request.project else {
            return FCMFault(.html(404), "the path is not /v1/projects/{project}/messages:send")
        }
        guard project.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") })
        else {
            return FCMFault(.notFound, "the path's project has characters that none has")
        }
        guard request.method == "POST" else { return FCMFault(.html(405), "the method is \(request.method)") }
        var names: Set<String> = []
        for field in request.fields where !names.insert(field.name).inserted {
            return FCMFault(.refusal(400, "INVALID_ARGUMENT"), "there are two fields \(field.name)")
        }
        return nil
    }

    private func faultOfCredential(_ request: FCMRequest, at now: Timestamp) -> FCMFault? {
        guard let text = request.accessToken else {
            return FCMFault(
                .unauthenticated(because: "CREDENTIALS_MISSING"),
                "there is no field 'authorization: Bearer …'"
            )
        }
        guard let token = tokens[text] else {
            return FCMFault(
                .unauthenticated(because: "ACCESS_TOKEN_INVALID"),
                "the access token was not given out here"
            )
        }
        guard now < token.expires else {
            let age = token.expires.duration(to: now).components.seconds
            return FCMFault(.unauthenticated(because: "ACCESS_TOKEN_EXPIRED"), "the access token expired \(age) s ago")
        }
        if let owner = token.project, owner != request.project {
            return FCMFault(.permissionDenied, "the access token is one of the project \(owner)")
        }
        return nil
    }

    private func faultOfBody(_ request: FCMRequest) -> FCMFault? {
        let type = request["content-type"]?.prefix { $0 != ";" }.lowercased()
        guard type == "application/json" else {
            return FCMFault(.refusal(400, "INVALID_ARGUMENT"), "the content-type is not application/json")
        }
        guard request.bodyLength == request.body.count, let body = request.json, body.object != nil else {
            return FCMFault(
                .refusal(400, "INVALID_ARGUMENT", message: "Invalid JSON payload received"),
                "the body is no JSON object"
            )
        }
        let misfits = FCMSchema.request.misfits(of: body, at: "")
        guard misfits.isEmpty else {
            let violations = Dictionary(misfits.map { ($0.field, $0.description) }) { "\($0) \($1)" }
            let text = misfits.map(\.description).joined(separator: "\n")
            let answer = FCMAnswer.refusal(
                400,
                "INVALID_ARGUMENT",
                message: text,
                details: [FCMAnswer.badRequest(violations)]
            )
            return FCMFault(answer, text)
        }
        return FCMMessageRules(body["message"] ?? .null).violation.map { violation in
            let details = [
                FCMAnswer.badRequest([violation.field: violation.description]),
                FCMAnswer.fcmError("INVALID_ARGUMENT"),
            ]
            let answer = FCMAnswer.refusal(400, "INVALID_ARGUMENT", message: violation.description, details: details)
            return FCMFault(answer, "\(violation.field): \(violation.description)")
        }
    }
}

extension FCMAnswer {
    /// 401 without FCM's own code, with Google's word for why.
    static func unauthenticated(because reason: String) -> FCMAnswer {
        let info: JSONValue = [
            "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": .string(reason),
            "domain": "googleapis.com",
        ]
        var answer = refusal(401, "UNAUTHENTICATED", details: [info])
        answer.fields["www-authenticate"] = #"Bearer realm="https://accounts.google.com/", error="invalid_token""#
        return answer
    }
}
