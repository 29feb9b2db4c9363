import FanfareCore
import Foundation
import Testing

@testable import FanfareTesting

@Suite struct APNsValidationTests {
    private static let now = Timestamp(millisecondsSinceEpoch: 1_767_225_600_000)
    private typealias Field = APNsRequest.Field

    /// A sound alert, with changes.
    private func request(
        _ changes: [String: String?] = [:],
        method: String = "POST",
        path: String = "/3/device/00fc13ad",
        token: String? = token(),
        extra: [Field] = [],
        body: String = #"{"aps":{"alert":"hello"}}"#
    ) -> APNsRequest {
        var fields = ["apns-topic": "com.example.app", "apns-push-type": "alert"]
        for (name, value) in changes { fields[name] = value }
        var all = [Field(name: ":method", value: method), Field(name: ":path", value: path)]
        if let token { all.append(Field(name: "authorization", value: token)) }
        all += fields.map { Field(name: $0.key, value: $0.value) } + extra
        return APNsRequest(fields: all, body: Array(body.utf8))
    }

    private func reason(
        _ request: APNsRequest,
        by rules: APNsValidation = APNsValidation(),
        after history: APNsHistory = APNsHistory()
    ) -> String? {
        var history = history
        return rules.fault(in: request, at: Self.now, after: &history)?.answer.reason
    }

    static func token(
        header: String = #"{"alg":"ES256","kid":"ABC123DEFG"}"#,
        claims: String? = nil,
        age: Int = 0,
        team: String = "DEF123GHIJ",
        signature: Int = 64,
        scheme: String = "bearer "
    ) -> String {
        func encode(_ bytes: some Sequence<UInt8>) -> String {
            Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
                "=",
                with: ""
            )
        }
        let claims = claims ?? #"{"iss":"\#(team)","iat":\#(1_767_225_600 - age)}"#
        return scheme
            + [encode(header.utf8), encode(claims.utf8), encode([UInt8](repeating: 7, count: signature))].joined(
                separator: "."
            )
    }

    @Test func `a sound request has no fault`() {
        #expect(reason(request()) == nil)
        #expect(reason(request(path: "/3/device/AB")) == nil)
        #expect(reason(request(path: "/3/device/" + String(repeating: "ab", count: 100))) == nil)
        #expect(reason(request(token: Self.token(scheme: "Bearer "))) == nil)
    }

    @Test func `the method is POST`() {
        #expect(reason(request(method: "GET")) == "MethodNotAllowed")
    }

    @Test(arguments: [
        ("/", "BadPath"), ("/3/devices/ab", "BadPath"), ("/3/device/ab/cd", "BadPath"), ("/4/device/ab", "BadPath"),
        ("/3/device/", "MissingDeviceToken"), ("/3/device", "MissingDeviceToken"),
        ("/3/device/abc", "BadDeviceToken"), ("/3/device/xy", "BadDeviceToken"), ("/3/device/ab?x=1", "BadDeviceToken"),
        ("/3/device/%3Cab%3E", "BadDeviceToken"),
    ])
    func `the path holds a device token`(path: String, expected: String) {
        #expect(reason(request(path: path)) == expected)
    }

    @Test func `no field comes twice`() {
        #expect(reason(request(extra: [Field(name: "apns-topic", value: "com.example.app")])) == "DuplicateHeaders")
        #expect(reason(request(extra: [Field(name: "accept", value: "a"), Field(name: "accept", value: "b")])) != nil)
    }

    @Test(
        arguments: [
            (nil, "MissingProviderToken"), ("", "MissingProviderToken"), ("Basic abc", "MissingProviderToken"),
            ("bearer ", "InvalidProviderToken"), ("bearer a.b", "InvalidProviderToken"),
            ("bearer " + token(scheme: "").dropLast(1), "InvalidProviderToken"),
            (token() + ".x", "InvalidProviderToken"), (token() + "=", "InvalidProviderToken"),
            (token(header: #"{"alg":"RS256","kid":"ABC123DEFG"}"#), "InvalidProviderToken"),
            (token(header: #"{"alg":"ES256"}"#), "InvalidProviderToken"),
            (token(header: #"{"alg":"ES256","kid":"ABC"}"#), "InvalidProviderToken"),
            (token(header: #"{"alg":"ES256","kid":"ABC123DEF-"}"#), "InvalidProviderToken"),
            (token(header: #"["alg"]"#), "InvalidProviderToken"),
            (token(team: "DEF123GHIJK"), "InvalidProviderToken"),
            (token(claims: #"{"iss":"DEF123GHIJ"}"#), "InvalidProviderToken"),
            (token(claims: #"{"iss":"DEF123GHIJ","iat":"1767225600"}"#), "InvalidProviderToken"),
            (token(claims: #"{"iss":"DEF123GHIJ","iat":1767225600000}"#), "InvalidProviderToken"),
            (token(claims: #"{"iat":1767225600}"#), "InvalidProviderToken"),
            (token(claims: #"{"iss":"DEF123GHIJ","iat":1e300}"#), "InvalidProviderToken"),
            (token(claims: #"{"iss":"DEF123GHIJ","iat":-1}"#), "InvalidProviderToken"),
            (token(signature: 70), "InvalidProviderToken"), (token(signature: 0), "InvalidProviderToken"),
            (token(age: 3601), "ExpiredProviderToken"), (token(age: 3600), nil),
            (token(age: -3601), "InvalidProviderToken"), (token(age: -3600), nil),
            (token(claims: #"{"iss":"DEF123GHIJ","iat":1767225600.5}"#), nil),
        ] as [(String?, String?)]
    )
    func `the provider token is sound and no older than an hour`(token: String?, expected: String?) {
        #expect(reason(request(token: token)) == expected)
    }

    @Test func `bits that mean nothing are no base64url`() {
        #expect(StrictBase64URL.decode("AA"[...].utf8) == [0])
        #expect(StrictBase64URL.decode("_-8"[...].utf8) == [255, 239])
        for text in ["AB", "A", "AAAAA", "AA==", "AA+A", "AA/A", "AA A"] {
            #expect(StrictBase64URL.decode(text[...].utf8) == nil)
        }
    }

    @Test func `the signature is judged by whoever can, once for each token`() {
        let calls = Counter()
        let rules = APNsValidation(verify: { token in calls.count(token) == "" || !token.hasSuffix("Bwc") })
        #expect(reason(request(token: Self.token(signature: 64)), by: rules) == nil)
        #expect(reason(request(), by: APNsValidation(verify: { _ in false })) == "InvalidProviderToken")
        var history = APNsHistory()
        for _ in 1...3 { _ = rules.fault(in: request(), at: Self.now, after: &history) }
        #expect(calls.total == 2)
    }

    @Test func `a token is used for 20 minutes at least`() {
        let rules = APNsValidation()
        var history = APNsHistory()
        #expect(rules.fault(in: request(token: Self.token(age: 1800)), at: Self.now, after: &history) == nil)
        let early = Self.now.advanced(by: .seconds(1199))
        let other = request(token: Self.token(age: 0))
        #expect(rules.fault(in: other, at: early, after: &history)?.answer == .tooManyProviderTokenUpdates)
        #expect(rules.fault(in: request(token: Self.token(age: 1800)), at: early, after: &history) == nil)
        #expect(rules.fault(in: other, at: Self.now.advanced(by: .seconds(1200)), after: &history) == nil)
    }

    // Case creds-08.
    @Test func `a connection has one team and one key`() throws {
        let known = try APNsProviderToken(Self.token(scheme: ""))
        let history = APNsHistory(token: known, since: Self.now.advanced(by: .seconds(-3000)))
        #expect(reason(request(token: Self.token(team: "OTHERTEAM1")), after: history) == "InvalidProviderToken")
        let otherKey = Self.token(header: #"{"alg":"ES256","kid":"OTHERKEY12"}"#)
        #expect(reason(request(token: otherKey), after: history) == "UnrelatedKeyIdInToken")
        #expect(reason(request(token: Self.token(age: 1)), after: history) == nil)
    }

    @Test(
        arguments: [
            ("alert", nil, "MissingTopic"), ("alert", "", "MissingTopic"), ("alert", "com.example/app", "BadTopic"),
            ("alert", "com.example.app.voip", "BadTopic"), ("voip", "com.example.app", "BadTopic"),
            ("voip", ".voip", "BadTopic"), ("liveactivity", "com.example.app", "BadTopic"),
            ("alert", "com.example.other", "TopicDisallowed"), ("voip", "com.example.other.voip", "TopicDisallowed"),
            ("voip", "com.example.app.voip", nil), ("complication", "com.example.app.complication", nil),
            ("fileprovider", "com.example.app.pushkit.fileprovider", nil),
            ("location", "com.example.app.location-query", nil),
            ("pushtotalk", "com.example.app.voip-ptt", nil), ("complication", "com.example.app", "BadTopic"),
            ("fileprovider", "com.example.app", "BadTopic"), ("location", "com.example.app", "BadTopic"),
            ("pushtotalk", "com.example.app.voip", "BadTopic"), ("widgets", "com.example.app", "BadTopic"),
            ("controls", "com.example.app", "BadTopic"), ("somethingnew", "com.example.app", nil),
            ("somethingnew", "com.example.app.voip", "TopicDisallowed"),
            ("mdm", "com.apple.mgmt.External.1", "InvalidPushType"),
        ] as [(String, String?, String?)]
    )
    func `the topic fits the push type`(type: String, topic: String?, expected: String?) {
        let request = request(["apns-push-type": type, "apns-topic": topic])
        #expect(reason(request, by: APNsValidation(topics: ["com.example.app"])) == expected)
    }

    @Test(
        arguments: [
            ("apns-id", "123E4567-E89B-12D3-A456-426614174000", "BadMessageId"), ("apns-id", "1", "BadMessageId"),
            ("apns-id", "123e4567e89b12d3a456426614174000", "BadMessageId"),
            ("apns-id", "123e4567-e89b-12d3-a456-42661417400g", "BadMessageId"),
            ("apns-id", "123e4567-e89b-12d3-a456-426614174000", nil),
            ("apns-expiration", "soon", "BadExpirationDate"), ("apns-expiration", "-1", "BadExpirationDate"),
            ("apns-expiration", "1.5", "BadExpirationDate"), ("apns-expiration", "1767225600000", "BadExpirationDate"),
            ("apns-expiration", "", "BadExpirationDate"), ("apns-expiration", "+5", "BadExpirationDate"),
            ("apns-expiration", "0", nil), ("apns-expiration", "1767225600", nil),
            ("apns-priority", "0", "BadPriority"), ("apns-priority", "high", "BadPriority"),
            ("apns-priority", "1", nil),
            ("apns-priority", "5", nil), ("apns-priority", "10", nil),
            ("apns-collapse-id", String(repeating: "x", count: 65), "BadCollapseId"),
            ("apns-collapse-id", String(repeating: "é", count: 33), "BadCollapseId"),
            ("apns-collapse-id", String(repeating: "é", count: 32), nil),
            ("apns-push-type", nil, "InvalidPushType"), ("apns-push-type", "", "InvalidPushType"),
            ("apns-push-type", "Alert", "InvalidPushType"), ("content-encoding", "gzip", "PayloadEmpty"),
        ] as [(String, String?, String?)]
    )
    func `the fields are in their form`(name: String, value: String?, expected: String?) {
        #expect(reason(request([name: value])) == expected)
    }

    @Test(arguments: [
        ("", "PayloadEmpty"), ("hello", "PayloadEmpty"), ("[]", "PayloadEmpty"), (#"{"aps":{"#, "PayloadEmpty"),
        ("{}", "InvalidPushType"),
    ])
    func `the payload is a JSON object`(body: String, expected: String) {
        #expect(reason(request(body: body)) == expected)
    }

    @Test(arguments: [("alert", 4096), ("voip", 5120)])
    func `the payload is not too large`(type: String, limit: Int) {
        let topic = type == "voip" ? "com.example.app.voip" : "com.example.app"
        func reason(_ count: Int) -> String? {
            let empty = #"{"aps":{"alert":""}}"#.utf8.count
            let body = #"{"aps":{"alert":"\#(String(repeating: "x", count: count - empty))"}}"#
            return self.reason(request(["apns-push-type": type, "apns-topic": topic], body: body))
        }
        #expect(reason(limit) == nil)
        #expect(reason(limit + 1) == "PayloadTooLarge")
    }

    // Case apns-13: silent pushes with alert headers.
    @Test(
        arguments: [
            ("alert", "10", #"{"content-available":1}"#, "InvalidPushType"), ("alert", nil, #"{"badge":0}"#, nil),
            ("alert", nil, #"{"sound":"default"}"#, nil),
            ("background", "5", #"{"content-available":1}"#, nil),
            ("background", "10", #"{"content-available":1}"#, "BadPriority"),
            ("background", nil, #"{"content-available":1}"#, "BadPriority"),
            ("background", "5", #"{"content-available":true}"#, "InvalidPushType"),
            ("background", "5", #"{"content-available":1,"alert":"x"}"#, "InvalidPushType"),
            ("background", "5", #"{"content-available":1,"badge":0}"#, "InvalidPushType"),
            ("background", "5", #"{"content-available":1,"sound":"x"}"#, "InvalidPushType"),
            ("background", "5", "{}", "InvalidPushType"),
            ("liveactivity", nil, #"{"event":"update","timestamp":1767225600}"#, nil),
            ("liveactivity", nil, #"{"event":"events","timestamp":1767225600}"#, "InvalidPushType"),
            ("liveactivity", nil, #"{"event":"update"}"#, "InvalidPushType"),
            ("widgets", nil, #"{"content-changed":true}"#, nil), ("widgets", nil, "{}", "InvalidPushType"),
            ("controls", nil, #"{"content-changed":true}"#, nil),
            ("controls", nil, #"{"content-changed":1}"#, "InvalidPushType"),
            ("somethingnew", nil, "{}", nil), ("alert", nil, "[]", "InvalidPushType"),
        ] as [(String, String?, String, String?)]
    )
    func `the push type fits the payload`(type: String, priority: String?, aps: String, expected: String?) {
        let endings = ["liveactivity", "widgets", "controls"]
        let topic = "com.example.app" + (endings.contains(type) ? ".push-type.\(type)" : "")
        let fields = ["apns-push-type": type, "apns-topic": topic, "apns-priority": priority]
        #expect(reason(request(fields, body: #"{"aps":\#(aps)}"#)) == expected)
    }

    @Test func `a push for device management needs its own payload and no aps`() {
        let fields: [String: String?] = ["apns-push-type": "mdm", "apns-topic": "com.apple.mgmt.External.1"]
        #expect(reason(request(fields, body: #"{"mdm":"magic"}"#)) == nil)
        #expect(reason(request(fields, body: #"{"aps":{}}"#)) == "InvalidPushType")
    }

    private final class Counter: Sendable {
        private let tokens = Watched<[String]>([])
        var total: Int { tokens.value.count }
        func count(_ token: String) -> String {
            tokens.update { $0.append(token) }
            return ""
        }
    }
}
