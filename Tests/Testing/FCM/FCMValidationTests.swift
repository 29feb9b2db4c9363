import FanfareCore
import Foundation
import Testing

@testable import FanfareTesting

@Suite struct FCMValidationTests {
    private static let now = Timestamp(millisecondsSinceEpoch: 1_767_225_600_000)
    private typealias Field = FCMRequest.Field

    private let tokens = FCMAccessTokens()

    init() {
        tokens.add("good", for: "shop", until: Self.now.advanced(by: .seconds(1)))
        tokens.add("old", for: "shop", until: Self.now)
        tokens.add("other", for: "other", until: Self.now.advanced(by: .seconds(1)))
        tokens.add("anybody's", for: nil, until: Self.now.advanced(by: .seconds(1)))
    }

    private func judge(
        _ message: String = #"{"token":"abc"}"#,
        body: String? = nil,
        method: String = "POST",
        path: String = "/v1/projects/shop/messages:send",
        authorization: String? = "Bearer good",
        type: String? = "application/json",
        extra: [Field] = []
    ) -> FCMFault? {
        var fields = [Field(name: ":method", value: method), Field(name: ":path", value: path)]
        if let authorization { fields.append(Field(name: "authorization", value: authorization)) }
        if let type { fields.append(Field(name: "content-type", value: type)) }
        let request = FCMRequest(fields: fields + extra, body: Array((body ?? #"{"message":\#(message)}"#).utf8))
        return FCMValidation(tokens: tokens).fault(in: request, at: Self.now)
    }

    private func error(_ fault: FCMFault?) -> JSONValue? {
        fault.flatMap { try? JSONParser().parse($0.answer.body)["error"] }
    }

    @Test func `a sound request has no fault`() {
        #expect(judge() == nil)
        #expect(judge(authorization: "bearer good") == nil)
        #expect(judge(authorization: "Bearer anybody's") == nil)
        #expect(judge(type: "application/json; charset=UTF-8") == nil)
        #expect(judge(body: #"{"validate_only":false,"message":{"fid":"x"}}"#) == nil)
    }

    @Test(arguments: [
        "/", "/fcm/send", "/v1/projects//messages:send", "/v1/projects/a/b/messages:send", "/v1/projects/a/messages",
    ])
    func `the path is that of a project's messages`(path: String) {
        #expect(judge(path: path)?.answer.status == 404)
    }

    @Test func `the method is POST, and no field comes twice`() {
        #expect(judge(method: "GET")?.answer.status == 405)
        #expect(judge(extra: [Field(name: "content-type", value: "application/json")])?.answer.status == 400)
        #expect(judge(path: "/v1/projects/a%20b/messages:send")?.answer == .notFound)
    }

    @Test(
        arguments: [
            (nil, 401, "CREDENTIALS_MISSING"), ("Basic good", 401, "CREDENTIALS_MISSING"),
            ("good", 401, "CREDENTIALS_MISSING"), ("Bearer ", 401, "ACCESS_TOKEN_INVALID"),
            ("Bearer bad", 401, "ACCESS_TOKEN_INVALID"), ("Bearer old", 401, "ACCESS_TOKEN_EXPIRED"),
            ("Bearer other", 403, nil),
        ] as [(String?, Int, String?)]
    )
    func `the access token is one of this project's that has not expired`(
        value: String?,
        status: Int,
        reason: String?
    ) throws {
        let fault = try #require(judge(authorization: value))
        #expect(fault.answer.status == status)
        // FCM's own code would say that it is about Apple's key, or the sender.
        #expect(fault.answer.reason == (status == 401 ? "UNAUTHENTICATED" : "PERMISSION_DENIED"))
        #expect(error(fault)?["details"]?[0]?["reason"]?.string == reason)
    }

    @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded"])
    func `the body is declared as JSON`(type: String?) {
        #expect(judge(type: type)?.answer.status == 400)
    }

    @Test(arguments: ["", "[]", "{", #"{"message":{"token":"a","token":"b"}}"#, "{'message':{}}", "\u{FEFF}{}"])
    func `the body is strict JSON`(body: String) throws {
        #expect(judge(body: body)?.answer.reason == "INVALID_ARGUMENT")
    }

    @Test(
        arguments: [
            (#"{"message":{"token":"a"},"validateOnly":true}"#, "", "Unknown name \"validateOnly\": Cannot"),
            (#"{"message":{"token":"a","titel":"x"}}"#, "message", "Unknown name \"titel\" at 'message'"),
            (
                #"{"message":{"token":"a","android":{"notification":{"titel":1}}}}"#, "message.android.notification",
                "Unknown name"
            ),
            (#"{"message":{"token":"a","data":{"a":"x","id":5}}}"#, "message.data[1].value", "(TYPE_STRING), 5"),
            (#"{"message":{"token":"a","data":{"id":null}}}"#, "message.data[0].value", "(TYPE_STRING), null"),
            (#"{"message":{"token":"a","data":["x"]}}"#, "message.data", "(Map)"),
            (#"{"message":{"token":5}}"#, "message.token", "(TYPE_STRING), 5"),
            (#"{"message":"x"}"#, "message", "(Object)"),
            (#"{"message":{"token":"a"},"validate_only":"true"}"#, "validate_only", "(TYPE_BOOL)"),
            (
                #"{"message":{"token":"a","apns":{"headers":{"apns-priority":5}}}}"#, "message.apns.headers[0].value",
                "(TYPE_STRING), 5"
            ),
            (#"{"message":{"token":"a","android":{"ttl":60}}}"#, "message.android.ttl", "protobuf.Duration), 60"),
            (#"{"message":{"token":"a","android":{"ttl":"60"}}}"#, "message.android.ttl", "protobuf.Duration)"),
            (#"{"message":{"token":"a","android":{"ttl":"1.0123456789s"}}}"#, "message.android.ttl", "Duration"),
            (#"{"message":{"token":"a","android":{"priority":"urgent"}}}"#, "message.android.priority", "TYPE_ENUM"),
            (
                #"{"message":{"token":"a","android":{"notification":{"notification_count":1.5}}}}"#,
                "message.android.notification.notification_count", "TYPE_INT32"
            ),
            (
                #"{"message":{"token":"a","android":{"notification":{"event_time":"yesterday"}}}}"#,
                "message.android.notification.event_time", "Timestamp"
            ),
            (
                #"{"message":{"token":"a","android":{"notification":{"vibrate_timings":["1s",2]}}}}"#,
                "message.android.notification.vibrate_timings[1]", "Duration"
            ),
            (
                #"{"message":{"token":"a","android":{"notification":{"light_settings":{"color":{"red":"1"}}}}}}"#,
                "message.android.notification.light_settings.color.red", "TYPE_FLOAT"
            ),
            (#"{"message":{"token":"a","apns":{"payload":"x"}}}"#, "message.apns.payload", "Struct"),
            (#"{"message":{"token":"a","webpush":{"notification":[]}}}"#, "message.webpush.notification", "Struct"),
        ]
    )
    func `fcm-01: what does not fit the schema is named, and without FCM's own code`(
        body: String,
        field: String,
        part: String
    ) throws {
        let fault = try #require(judge(body: body))
        #expect(fault.answer.status == 400)
        let details = try #require(error(fault)?["details"]?.array)
        #expect(details.count == 1)
        #expect(details[0]["@type"] == "type.googleapis.com/google.rpc.BadRequest")
        #expect(details[0]["fieldViolations"]?[0]?["field"]?.string == field)
        #expect(details[0]["fieldViolations"]?[0]?["description"]?.string?.contains(part) == true)
    }

    @Test(
        arguments: [
            ("{}", "message", "Recipient"), (#"{"data":{"a":"b"}}"#, "message", "Recipient"),
            (#"{"token":"a","topic":"b"}"#, "message", "oneof"), (#"{"token":"a","fid":"b"}"#, "message", "oneof"),
            (#"{"topic":"/topics/a"}"#, "message.topic", "topic"), (#"{"topic":""}"#, "message.topic", "topic"),
            (#"{"topic":"a b"}"#, "message.topic", "topic"),
            (#"{"condition":"dogs"}"#, "message.condition", "condition"),
            (#"{"token":""}"#, "message.token", "not a valid FCM registration token"),
            (#"{"token":"a b"}"#, "message.token", "not a valid FCM registration token"),
            (#"{"fid":""}"#, "message.fid", "installation"),
            (#"{"token":"a","data":{"from":"x"}}"#, "message.data", "from"),
            (#"{"token":"a","data":{"message_type":"x"}}"#, "message.data", "message_type"),
            (#"{"token":"a","data":{"Google.x":"x"}}"#, "message.data", "Google.x"),
            (#"{"token":"a","android":{"data":{"gcmfoo":"x"}}}"#, "message.android.data", "gcmfoo"),
            (#"{"token":"a","webpush":{"data":{"gcm":"x"}}}"#, "message.webpush.data", "gcm"),
            (#"{"token":"a","android":{"ttl":"-1s"}}"#, "message.android.ttl", "ttl"),
            (#"{"token":"a","android":{"ttl":"2419200.5s"}}"#, "message.android.ttl", "ttl"),
            (#"{"token":"a","fcm_options":{"analytics_label":"a b"}}"#, "message.fcm_options.analytics_label", "label"),
            (
                #"{"token":"a","android":{"fcm_options":{"analytics_label":""}}}"#,
                "message.android.fcm_options.analytics_label", "label"
            ),
            (
                #"{"token":"a","android":{"notification":{"color":"red"}}}"#, "message.android.notification.color",
                "color"
            ),
            (
                #"{"token":"a","webpush":{"fcm_options":{"link":"http://a"}}}"#, "message.webpush.fcm_options.link",
                "https"
            ),
            (#"{"token":"a","apns":{"payload":{"aps":1}}}"#, "message.apns.payload", "aps"),
            (#"{"token":"a","apns":{"headers":{"apns-priority":"7"}}}"#, "message.apns.headers", "apns-priority"),
            (
                #"{"token":"a","apns":{"headers":{"apns-priority":"10","apns-push-type":"background"}}}"#,
                "message.apns.headers", "apns-priority"
            ),
            (#"{"token":"a","apns":{"headers":{"apns-expiration":"soon"}}}"#, "message.apns.headers", "expiration"),
        ]
    )
    func `fcm-07: what FCM demands beyond the schema is named, with its own code`(
        message: String,
        field: String,
        part: String
    ) throws {
        let fault = try #require(judge(message))
        #expect(fault.answer.reason == "INVALID_ARGUMENT")
        let details = try #require(error(fault)?["details"]?.array)
        #expect(details.contains { $0["errorCode"] == "INVALID_ARGUMENT" })
        let violation = details.compactMap { $0["fieldViolations"]?[0] }.first
        #expect(violation?["field"]?.string == field)
        #expect(violation?["description"]?.string?.contains(part) == true)
    }

    @Test(arguments: [
        #"{"token":"a","data":{"fro":"x","messagetype":"y","gc":"z","googl":"z"}}"#, #"{"topic":"a-Z_0.~%"}"#,
        #"{"condition":"'a' in topics && 'b' in topics"}"#, #"{"token":"a","android":{"ttl":"0s"}}"#,
        #"{"token":"a","android":{"ttl":"2419200s","priority":"high"}}"#, #"{"token":"a","android":{"ttl":"3.5s"}}"#,
        #"{"token":"a","apns":{"headers":{"apns-priority":"5","apns-push-type":"background"},"payload":{"x":1}}}"#,
        #"{"token":"a","webpush":{"notification":{"anything":[1,null]},"fcm_options":{"link":"https://a"}}}"#,
        #"{"token":"a","android":{"notification":{"light_settings":{"color":{"red":1,"alpha":0.5}}}}}"#,
    ])
    func `what is allowed is taken`(message: String) {
        #expect(judge(message) == nil)
    }

    @Test func `a message has 4,096 bytes of keys and values at most, and 2,048 for topics`() {
        func message(_ target: String, _ count: Int, in block: (String) -> String = { #""data":{"k":"\#($0)"}"# })
            -> String
        {
            #"{\#(target),\#(block(String(repeating: "x", count: count)))}"#
        }
        #expect(judge(message(#""token":"a""#, 4095)) == nil)
        #expect(judge(message(#""token":"a""#, 4096))?.explanation.contains("4097 bytes, not 4096") == true)
        #expect(judge(message(#""topic":"a""#, 2047)) == nil)
        #expect(judge(message(#""topic":"a""#, 2048))?.answer.reason == "INVALID_ARGUMENT")
        #expect(judge(message(#""condition":"'a' in topics""#, 2048)) != nil)
        let blocks: [(String) -> String] = [
            { #""notification":{"body":"\#($0)"}"# }, { #""android":{"data":{"k":"\#($0)"}}"# },
            { #""android":{"notification":{"title":"\#($0)"}}"# }, { #""webpush":{"data":{"k":"\#($0)"}}"# },
            { #""apns":{"payload":{"aps":{"alert":"\#($0)"}}}"# },
        ]
        for block in blocks {
            #expect(judge(message(#""fid":"a""#, 4097, in: block)) != nil)
            #expect(judge(message(#""fid":"a""#, 4080, in: block)) == nil)
        }
    }

    @Test func `answers read as Google's do`() {
        for answer in FCMAnswer.documentedRefusals {
            let error = try? JSONParser().parse(answer.body)["error"]
            #expect(error?["code"]?.number?.int == answer.status)
            #expect(error?["status"]?.string?.isEmpty == false)
            #expect(answer.fields["content-type"]?.hasPrefix("application/json") == true)
        }
        #expect(FCMAnswer.unregistered.reason == "UNREGISTERED")
        #expect(FCMAnswer.notFound.reason == "NOT_FOUND")
        let hidden = FCMAnswer.unregistered.preceded(by: FCMAnswer.help, FCMAnswer.badRequest(["a": "b"]))
        #expect(hidden.reason == "UNREGISTERED")
        #expect((try? JSONParser().parse(hidden.body)["error"]?["details"]?.array?.count) == 3)
        #expect(FCMAnswer.html(502).reason == nil)
        #expect(FCMAnswer.unavailable.retrying(after: .seconds(90)).fields["retry-after"] == "90")
        let date = Timestamp(millisecondsSinceEpoch: 784_111_777_000)
        #expect(FCMAnswer.unavailable.retrying(at: date).fields["retry-after"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(Self.now.httpDate == "Thu, 01 Jan 2026 00:00:00 GMT")
    }

    @Test func `forms are read to the letter`() {
        #expect(FormFields.read(Array("a=b+c&d=%C3%BC%2b".utf8)) == ["a": "b c", "d": "ü+"])
        for text in ["", "a", "a=b&", "a=b&a=c", "a=%", "a=%4", "a=%zz", "a=%ff", "=b", "a=b=c"] {
            #expect(FormFields.read(Array(text.utf8)) == nil, "\(text)")
        }
    }
}
