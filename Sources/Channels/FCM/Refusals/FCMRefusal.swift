internal import FanfareCore
internal import FanfareHTTP2

/// An answer of FCM that is no acceptance.
///
/// The status is always kept; a body that cannot be read, or says something new, takes nothing away from it.
struct FCMRefusal: Hashable, Sendable {
    /// The HTTP status.
    let status: Int
    /// Which of the documented refusals it is, if it is one.
    let kind: Kind?
    /// What FCM said, in its own names: the error code or the status, the fields at fault, the reason. No values.
    let explanation: String
    /// What to do about it.
    let reaction: FCMReaction
    /// Whether what is wrong is the token, and nothing else.
    let isAboutToken: Bool
    /// Whether the whole project has sent too much, and not only to this target.
    let isAboutProject: Bool
    /// How long to wait at least, if the answer says so.
    let retryAfter: Duration?

    /// Google: "exponential backoff with a minimum initial delay of 1 minute".
    static let shortestQuotaPause: Duration = .seconds(60)

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - response: The answer; its status is not one of acceptance.
    ///   - now: The time, for a `retry-after` that is a date.
    init(_ response: HTTP2Response, now: Timestamp) {
        let body = FCMErrorBody(json: response.body)
        let code = body.code
        status = response.status
        kind = Self.kind(status: response.status, name: body.status, code: code)
        reaction = Self.reaction(to: kind, status: response.status)
        isAboutToken = reaction == .checkFields && Self.isAboutToken(body)
        isAboutProject = reaction == .slowDown && Self.isAboutProject(body)
        retryAfter = response.retryAfter(now: now)
        let fields = body.fields.prefix(3).compactMap { PlainText.sentence($0) }
        let parts = [code ?? body.status, body.errorReason] + fields.map { "at \($0)" }
        explanation = (["\(response.status)"] + parts.compactMap(\.self)).joined(separator: " ")
    }

    /// Two refusals look alike but for their details (Firebase, "FCM error codes"): that of a message names its field; that of
    /// a token names `message.token`, or says so in words only, and then it is an `FcmError`.
    private static func isAboutToken(_ body: FCMErrorBody) -> Bool {
        let fields = body.fields
        guard fields.isEmpty else { return fields.allSatisfy { $0 == "message.token" || $0 == "message.fid" } }
        guard body.code != nil, let message = body.message?.lowercased() else { return false }
        return message.contains("registration token")
            && (message.contains("not a valid") || message.contains("invalid") || message.contains("malformed"))
    }

    /// FCM limits devices, topics and projects, and says which in a QuotaFailure; the limits of the API itself are about a
    /// project, "for consumer 'project_number:…'". What is not said is taken to be about the target, so that the rest goes on.
    private static func isAboutProject(_ body: FCMErrorBody) -> Bool {
        let texts = (body.quotas + [body.message].compactMap(\.self)).map { $0.lowercased() }
        if texts.contains(where: { $0.contains("device") || $0.contains("topic") }) { return false }
        return body.errorReason == "RATE_LIMIT_EXCEEDED" || texts.contains { $0.contains("project") }
    }
}
