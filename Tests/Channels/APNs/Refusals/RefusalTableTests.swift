import FanfareCore
import FanfareHTTP2
import Testing

@testable import FanfareAPNs

/// Each line of the table as it reaches the delivery, written down a second time from Apple's page.
struct RefusalTableTests {
    struct Line: Sendable, CustomTestStringConvertible {
        let status: Int
        let reason: String
        let outcome: String
        let code: String
        let retires: Bool

        init(_ status: Int, _ reason: String, _ outcome: String, _ code: String, retires: Bool = false) {
            (self.status, self.reason, self.outcome, self.code, self.retires) = (status, reason, outcome, code, retires)
        }

        var testDescription: String { "\(status) \(reason)" }
    }

    static let lines = [
        Line(400, "BadCollapseId", "rejected", "bad-collapse-id"),
        Line(400, "BadDeviceToken", "routeGone", "bad-device-token"),
        Line(400, "BadExpirationDate", "rejected", "bad-expiration-date"),
        Line(400, "BadMessageId", "rejected", "bad-message-id"),
        Line(400, "BadPriority", "rejected", "bad-priority"),
        Line(400, "BadTopic", "misconfigured", "bad-topic"),
        Line(400, "DeviceTokenNotForTopic", "routeGone", "device-token-not-for-topic"),
        Line(400, "DuplicateHeaders", "rejected", "duplicate-headers"),
        Line(400, "IdleTimeout", "retry", "idle-timeout", retires: true),
        Line(400, "InvalidPushType", "rejected", "invalid-push-type"),
        Line(400, "MissingDeviceToken", "rejected", "missing-device-token"),
        Line(400, "MissingTopic", "misconfigured", "missing-topic"),
        Line(400, "PayloadEmpty", "rejected", "payload-empty"),
        Line(400, "TopicDisallowed", "misconfigured", "topic-disallowed"),
        Line(403, "BadCertificate", "misconfigured", "bad-certificate"),
        Line(403, "BadCertificateEnvironment", "misconfigured", "bad-certificate-environment"),
        Line(403, "BadEnvironmentKeyIdInToken", "misconfigured", "bad-environment-key-id-in-token"),
        Line(403, "BadEnvironmentKeyInToken", "misconfigured", "bad-environment-key-in-token"),
        Line(403, "ExpiredProviderToken", "misconfigured", "clock-skew", retires: true),
        Line(403, "Forbidden", "misconfigured", "forbidden"),
        Line(403, "InvalidProviderToken", "misconfigured", "invalid-provider-token"),
        Line(403, "MissingProviderToken", "misconfigured", "missing-provider-token"),
        Line(403, "UnrelatedKeyIdInToken", "retry", "unrelated-key-id-in-token", retires: true),
        Line(404, "BadPath", "rejected", "bad-path"),
        Line(405, "MethodNotAllowed", "rejected", "method-not-allowed"),
        Line(410, "ExpiredToken", "routeGone", "expired-token"),
        Line(410, "Unregistered", "routeGone", "unregistered"),
        Line(413, "PayloadTooLarge", "rejected", "payload-too-large"),
        Line(429, "TooManyProviderTokenUpdates", "retry", "too-many-provider-token-updates", retires: true),
        Line(429, "TooManyRequests", "retry", "too-many-requests"),
        Line(500, "InternalServerError", "retry", "internal-server-error"),
        Line(503, "ServiceUnavailable", "retry", "service-unavailable", retires: true),
        Line(503, "Shutdown", "retry", "shutdown", retires: true),
    ]

    @Test(arguments: lines)
    func `a refusal comes to its outcome`(line: Line) async throws {
        let bench = try APNsBench { _ in .refused(line.status, line.reason) }
        let outcome = try await bench.deliver()
        #expect(outcome.kind == line.outcome)
        #expect(outcome.reason?.code == line.code)
        #expect(!bench.transport.retired.isEmpty == line.retires)
        #expect(bench.transport.sent.count == (line.reason == "ExpiredProviderToken" ? 2 : 1))
        let shown = outcome.reason?.description ?? ""
        #expect(!shown.contains(APNsBench.token) && !shown.contains("Secret"))
    }

    @Test func `every line of the table is tested`() {
        let tested = Set(Self.lines.map { APNsRefusal.Kind(status: $0.status, reason: $0.reason) })
        #expect(Set(APNsRefusal.table.map(\.kind)) == tested)
        #expect(APNsRefusal.table.count == tested.count)
    }

    /// Case apns-16. Only a 410 sets a device aside whatever it says: the status itself means that the token is gone.
    @Test(
        arguments: [
            (400, "SomethingNew", "rejected", "refused"), (403, "SomethingNew", "rejected", "refused"),
            (403, "UnheardOfKeyInToken", "misconfigured", "refused"), (404, nil, "rejected", "refused"),
            (408, nil, "retry", "refused"), (429, nil, "retry", "too-many-requests"),
            (429, "SomethingNew", "retry", "too-many-requests"), (500, nil, "retry", "server-error"),
            (502, "Bad gateway", "retry", "server-error"), (599, "SomethingNew", "retry", "server-error"),
            (301, nil, "rejected", "refused"), (410, "SomethingNew", "routeGone", "unregistered"),
            // A reason counts with its own status only.
            (500, "BadDeviceToken", "retry", "server-error"), (400, "Unregistered", "rejected", "refused"),
        ] as [(Int, String?, String, String)]
    )
    func `what is not in the table is decided by its status`(
        status: Int,
        reason: String?,
        outcome: String,
        code: String
    ) async throws {
        let bench = try APNsBench { _ in .refused(status, reason) }
        let found = try await bench.deliver()
        #expect(found.kind == outcome)
        #expect(found.reason?.code == code)
        #expect(found.reason?.detail?.hasPrefix("\(status)") == true)
    }
}
