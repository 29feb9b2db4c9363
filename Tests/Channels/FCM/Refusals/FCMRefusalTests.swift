import FanfareCore
import FanfareHTTP2
import Testing

@testable import FanfareFCM

struct FCMRefusalTests {
    private let now = Timestamp(millisecondsSinceEpoch: 1_700_000_000_000)

    private func refusal(_ status: Int, _ body: String, _ fields: [String: String] = [:]) -> FCMRefusal {
        FCMRefusal(.answer(status, body, fields), now: now)
    }

    private func error(_ status: String, message: String = "", _ details: String...) -> String {
        #"{"error":{"status":"\#(status)","message":"\#(message)","details":[\#(details.joined(separator: ","))]}}"#
    }

    private func fcmError(_ code: String) -> String {
        #"{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\#(code)"}"#
    }

    private func violation(of fields: String...) -> String {
        let list = fields.map { #"{"field":"\#($0)","description":"d"}"# }.joined(separator: ",")
        return #"{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[\#(list)]}"#
    }

    private func quota(_ subject: String, _ description: String = "") -> String {
        let violation = #"{"subject":"\#(subject)","description":"\#(description)"}"#
        return #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[\#(violation)]}"#
    }

    @Test(arguments: [
        "", "<html>502</html>", "{", "[]", "[1]", "null", #""text""#, "{}", #"{"error":7}"#,
        #"{"error":{"details":{}}}"#,
        #"{"error":{"details":[1,null,"x",{"@type":7},{"@type":"google.firebase.fcm.v1.FcmError"}]}}"#, "\u{0}",
    ])
    func `a body that cannot be read leaves the status`(body: String) {
        let refusal = refusal(503, body)
        #expect(refusal.status == 503)
        #expect(refusal.kind == nil)
        #expect(refusal.reaction == .retry)
        #expect(self.refusal(404, body).reaction == .pause)
        #expect(self.refusal(400, body).isAboutToken == false)
    }

    @Test func `the error code is found wherever it stands, and only in an FcmError`() {
        let help = #"{"@type":"type.googleapis.com/google.rpc.Help","errorCode":"INTERNAL"}"#
        #expect(refusal(404, error("NOT_FOUND", help, fcmError("UNREGISTERED"))).reaction == .targetGone)
        #expect(refusal(404, error("NOT_FOUND", help)).reaction == .pause)
        let list = "[\(error("NOT_FOUND", fcmError("UNREGISTERED")))]"
        #expect(refusal(404, list).reaction == .targetGone)
        let other = #"{"@type":"type.googleapis.com/not.google.firebase.fcm.v1.FcmError","errorCode":"UNREGISTERED"}"#
        #expect(refusal(404, error("NOT_FOUND", other)).reaction == .pause)
    }

    @Test func `fcm-02: an invalid argument is about the token only if nothing else is named`() {
        let code = fcmError("INVALID_ARGUMENT")
        let words = "The registration token is not a valid FCM registration token"
        func isAboutToken(message: String = "", _ details: String...) -> Bool {
            let list = details.joined(separator: ",")
            return refusal(400, error("INVALID_ARGUMENT", message: message, list)).isAboutToken
        }
        #expect(isAboutToken(code, violation(of: "message.token")))
        #expect(isAboutToken(violation(of: "message.token"), code))
        #expect(isAboutToken(code, violation(of: "message.fid")))
        #expect(isAboutToken(message: words, code))
        #expect(!isAboutToken(message: words))
        #expect(!isAboutToken(message: words, code, violation(of: "message.data[0].value")))
        #expect(!isAboutToken(code))
        #expect(!isAboutToken(code, violation(of: "message.token", "message.android.ttl")))
        #expect(!isAboutToken(code, violation(of: "message.topic")))
        #expect(!isAboutToken(message: "invalid value at message.token", code))
        #expect(!refusal(404, error("NOT_FOUND", violation(of: "message.token"))).isAboutToken)
    }

    @Test func `a quota is the target's unless the project is named`() {
        func isAboutProject(_ details: String..., message: String = "m") -> Bool {
            let list = ([fcmError("QUOTA_EXCEEDED")] + details).joined(separator: ",")
            return refusal(429, error("RESOURCE_EXHAUSTED", message: message, list)).isAboutProject
        }
        #expect(isAboutProject(quota("project:demo", "Message rate exceeded")))
        #expect(isAboutProject(message: "Quota exceeded for limit 'Send' for consumer 'project_number:1'."))
        #expect(
            isAboutProject(#"{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"RATE_LIMIT_EXCEEDED"}"#)
        )
        #expect(!isAboutProject())
        #expect(!isAboutProject(quota("device:abc", "Device message rate exceeded in project demo")))
        #expect(!isAboutProject(quota("topic:news", "Topic message rate exceeded")))
        #expect(!refusal(503, error("UNAVAILABLE", quota("project:demo"))).isAboutProject)
    }

    @Test func `what is said names the fields, and can neither flood nor forge a line`() {
        let refusal = refusal(
            400,
            error("INVALID_ARGUMENT", message: "a secret value", violation(of: #"a\nERROR"#, "b", "c", "d"))
        )
        #expect(refusal.explanation == "400 INVALID_ARGUMENT at a ERROR at b at c")
        let long = String(repeating: "x", count: 100_000)
        #expect(self.refusal(400, error(long, fcmError(long), violation(of: long, long))).explanation.count < 200)
        let disabled = #"{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"SERVICE_DISABLED"}"#
        #expect(
            self.refusal(403, error("PERMISSION_DENIED", disabled)).explanation
                == "403 PERMISSION_DENIED SERVICE_DISABLED"
        )
    }

    @Test func `fcm-04: retry-after comes in seconds, or as a date of the server's time`() {
        func delay(_ text: String, date: String? = nil) -> Duration? {
            refusal(503, "", ["retry-after": text, "date": date ?? ""]).retryAfter
        }
        #expect(delay("120") == .seconds(120))
        #expect(delay("Tue, 14 Nov 2023 22:14:20 GMT") == .seconds(60))
        #expect(delay("Mon, 15 Jun 2026 08:02:00 GMT", date: "Mon, 15 Jun 2026 08:00:00 GMT") == .seconds(120))
        #expect(delay("Tue, 14 Nov 2023 22:00:00 GMT") == .zero)
        #expect(delay("Fri, 14 Nov 2099 22:00:00 GMT") == .seconds(86_400))
        for text in ["", "soon", "-5", "1.5", "99999999999999999999"] { #expect(delay(text) == nil) }
    }
}
