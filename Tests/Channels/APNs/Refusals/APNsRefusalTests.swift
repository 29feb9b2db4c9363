import FanfareCore
import FanfareHTTP2
import Testing

@testable import FanfareAPNs

struct APNsRefusalTests {
    private let now = Timestamp(millisecondsSinceEpoch: 1_700_000_000_000)

    private func refusal(_ status: Int, _ body: String, _ fields: [String: String] = [:]) -> APNsRefusal {
        APNsRefusal(
            HTTP2Response(status: status, fields: HTTP2AnswerFields(fields.map { ($0, $1) }), body: Array(body.utf8)),
            now: now
        )
    }

    @Test func `the time of a 410 is in milliseconds`() {
        let gone = refusal(410, #"{"reason":"Unregistered","timestamp":1700000000123}"#)
        #expect(gone.timestamp == Timestamp(millisecondsSinceEpoch: 1_700_000_000_123))
    }

    @Test func `a time that is not there is not made up`() {
        #expect(refusal(410, #"{"reason":"Unregistered"}"#).timestamp == nil)
        #expect(refusal(410, #"{"reason":"Unregistered","timestamp":"1700000000123"}"#).timestamp == nil)
        #expect(refusal(410, #"{"reason":"Unregistered","timestamp":null}"#).timestamp == nil)
        #expect(refusal(410, #"{"reason":"Unregistered","timestamp":1e30}"#).timestamp == nil)
        #expect(refusal(410, "").timestamp == nil)
        #expect(refusal(410, "<html>").timestamp == nil)
        #expect(refusal(400, #"{"reason":"BadDeviceToken","timestamp":1700000000123}"#).timestamp == nil)
    }

    @Test(arguments: ["", "<html>", "{", "[]", "null", #""text""#, "{}", #"{"reason":7}"#, #"{"reason":""}"#, "\u{0}"])
    func `a body that cannot be read leaves the status`(body: String) {
        let refusal = refusal(503, body)
        #expect(refusal.status == 503)
        #expect(refusal.reason == nil)
        #expect(refusal.reaction == .retry)
    }

    @Test func `a new reason is kept, but can neither flood nor forge a line`() {
        #expect(refusal(400, #"{"reason":"QuiteNew2"}"#).reason == "QuiteNew2")
        #expect(refusal(400, #"{"reason":"a\nERROR b: \u001b[31m \"é\" <c>"}"#).reason == "aERRORb31mc")
        let long = String(repeating: "x", count: 100_000)
        #expect(refusal(400, #"{"reason":"\#(long)"}"#).reason?.count == 64)
        #expect(refusal(400, #"{"reason":"\#(long)"}"#).code == "refused")
    }

    @Test func `a part that cannot be read takes nothing from the others`() {
        #expect(refusal(410, #"{"reason":7,"timestamp":1700000000123}"#).timestamp != nil)
        #expect(refusal(410, #"{"reason":"Unregistered","timestamp":[]}"#).reason == "Unregistered")
    }

    @Test func `retry-after comes in seconds or as a date`() {
        #expect(refusal(503, "", ["retry-after": "120"]).retryAfter == .seconds(120))
        #expect(refusal(503, "", ["retry-after": "Tue, 14 Nov 2023 22:14:20 GMT"]).retryAfter == .seconds(60))
        #expect(refusal(503, "", ["retry-after": "Tue, 14 Nov 2023 22:00:00 GMT"]).retryAfter == .zero)
        #expect(refusal(503, "", ["retry-after": "9223372036854775807"]).retryAfter == .seconds(86_400))
        for text in ["", "soon", "-1", "1.5", "99999999999999999999"] {
            #expect(refusal(503, "", ["retry-after": text]).retryAfter == nil)
        }
    }

    @Test func `dates of header fields are read, whole centuries and leap days too`() {
        func seconds(_ text: String) -> Int64? { Timestamp(httpDate: text).map { $0.millisecondsSinceEpoch / 1000 } }
        #expect(seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
        #expect(seconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
        #expect(seconds("Tue, 29 Feb 2000 12:00:00 GMT") == 951_825_600)
        #expect(seconds("Wed, 01 Mar 2000 00:00:00 GMT") == 951_868_800)
        #expect(seconds("Sun, 01 Mar 2026 00:00:00 GMT") == 1_772_323_200)
        #expect(seconds("Fri, 31 Dec 2100 23:59:59 GMT") == 4_133_980_799)
        for text in [
            "", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 8h GMT",
            "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 99999 08:49:37 GMT",
        ] {
            #expect(seconds(text) == nil, "\(text)")
        }
    }

    @Test func `a goodbye that names a fault of the configuration is one`() {
        func fault(_ text: String) -> String? { APNsRefusal.configurationFault(Array(text.utf8)) }
        #expect(fault(#"{"reason":"BadCertificateEnvironment"}"#) == "BadCertificateEnvironment")
        #expect(fault(#"{"reason":"InvalidProviderToken"}"#) == "InvalidProviderToken")
        for text in ["", "bye", #"{"reason":"Shutdown"}"#, #"{"reason":"IdleTimeout"}"#, #"{"reason":"New"}"#] {
            #expect(fault(text) == nil)
        }
    }
}
